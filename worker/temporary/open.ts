/** A world in memory with the given options, which starts the same after each reset. */
import { startHost } from '../host/host.ts';
import type { Host } from '../host/host.ts';
import { StorageInMemory } from '../host/in-memory.ts';
import type { Surroundings } from '../host/surroundings.ts';
import { beginningOf } from './beginning.ts';
import type { TemporaryWorld } from './world.ts';

export const openWorld = (
  world: TemporaryWorld,
  surroundings: Pick<Surroundings, 'emit' | 'families' | 'idleMs' | 'sandbox' | 'turn'>,
): Promise<Host> =>
  startHost({
    ...surroundings,
    storage: new StorageInMemory(null, 'This world is gone with the page that it is shown in.'),
    start: beginningOf(world),
  });
