/** The worker of a world that an embed keeps in the browser, under a name of its own. */
import workerUrl from '../kept/main.ts?worker&url';
import type { RunReceiver } from '../page-link.ts';
import { fragmentOf } from '../temporary/world.ts';
import type { TemporaryWorld } from '../temporary/world.ts';
import type { Playground } from './client.ts';
import { playgroundOf } from './connect.ts';
import { startWorker } from './start-worker.ts';

/** Resolves and rejects as `connect` does. `name`: what its lock, channel and database are called after. */
export const openKept = (name: string, world: TemporaryWorld, run: RunReceiver): Promise<Playground> =>
  playgroundOf(startWorker(workerUrl + fragmentOf(world), `-embed:${name}`), run);
