/** The worker of an embed: a world in memory that ends with its page (decisions/host.md). */
import { families } from '../../engine/inside.ts';
import { openWorld } from './open.ts';
import { serveOnePage } from './serve.ts';
import { worldIn } from './world.ts';

/** A reader comes to the embed through the page around it: the seeded users are there before the first click. */
const idleMs = 1000;

serveOnePage((given) => openWorld(worldIn(new URL(import.meta.url).hash), { ...given, families, idleMs }));
