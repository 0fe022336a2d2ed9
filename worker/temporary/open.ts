/** A world in memory with the given options, which starts the same after each reset. */
import { startHost } from '../host/host.ts';
import type { Host } from '../host/host.ts';
import { StorageInMemory } from '../host/in-memory.ts';
import type { Surroundings } from '../host/surroundings.ts';
import type { TemporaryWorld } from './world.ts';

export async function openWorld(
  { scenario = 'starter', seed, frozenAt }: TemporaryWorld,
  surroundings: Pick<Surroundings, 'emit' | 'families' | 'sandbox' | 'turn'>,
): Promise<Host> {
  const host = await startHost({
    ...surroundings,
    storage: new StorageInMemory(null, 'This world is gone with the page that it is shown in.'),
    start: { scenario, ...(seed !== undefined && { seed }) },
    ...(frozenAt !== undefined && { now: () => frozenAt }),
  });
  if (frozenAt === undefined) return host;
  await host.freeze();
  return {
    ...host,
    async reset(id, ...asked) {
      const replaced = await host.reset(id, ...asked);
      await host.freeze();
      return replaced;
    },
  };
}
