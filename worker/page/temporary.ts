/** The worker of a world that exists only in memory, for `connect`. */
import { fragmentOf } from '../temporary/world.ts';
import type { TemporaryWorld } from '../temporary/world.ts';
import workerUrl from '../temporary/main.ts?worker&url';

export const temporaryWorker = (world: TemporaryWorld): string => workerUrl + fragmentOf(world);
