/** The worker of an embed: a world in memory that ends with its page (decisions/host.md). */
import { families } from '../../engine/inside.ts';
import { openWorld } from './open.ts';
import { serveOnePage } from './serve.ts';
import { worldIn } from './world.ts';

serveOnePage((given) => openWorld(worldIn(new URL(import.meta.url).hash), { ...given, families }));
