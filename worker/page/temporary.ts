/** The worker of a world that exists only in memory. */
import type { RunReceiver } from '../page-link.ts';
import { fragmentOf } from '../temporary/world.ts';
import type { TemporaryWorld } from '../temporary/world.ts';
import workerUrl from '../temporary/main.ts?worker&url';
import type { Playground } from './client.ts';
import { playgroundOf } from './connect.ts';
import { startWorker } from './start-worker.ts';

/** For `connect`. */
export const temporaryWorker = (world: TemporaryWorld): string => workerUrl + fragmentOf(world);

/** `end` ends the world. Calls that wait for its answer never get one. */
export async function openTemporary(
  world: TemporaryWorld,
  run: RunReceiver,
): Promise<{ readonly playground: Playground; readonly end: () => void }> {
  const started = startWorker(temporaryWorker(world));
  return { playground: await playgroundOf(started, run), end: () => started.worker.terminate() };
}
