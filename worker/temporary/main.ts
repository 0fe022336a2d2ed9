/** The worker of an embed: a world in memory, gone with its page (decisions/host.md). */
import { families } from '../../engine/inside.ts';
import { serveTemporary } from './serve.ts';
import { worldIn } from './world.ts';

serveTemporary(families, worldIn(new URL(import.meta.url).hash));
