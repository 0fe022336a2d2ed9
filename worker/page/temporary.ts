/** The worker of a world that is in memory alone, for `connect`. */
import { fragmentOf } from '../temporary/world.ts';
import type { TemporaryWorld } from '../temporary/world.ts';
import workerUrl from '../temporary/main.ts?worker&url';

export const temporaryWorker = (world: TemporaryWorld): string => workerUrl + fragmentOf(world);
