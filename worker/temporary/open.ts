/** A world in memory with the given options, which starts the same after each reset. */
import { startHost } from '../host/host.ts';
import type { Host } from '../host/host.ts';
import { StorageInMemory } from '../host/in-memory.ts';
import type { Surroundings } from '../host/surroundings.ts';
import { StandingTime } from './standing-time.ts';
import type { TemporaryWorld } from './world.ts';

export async function openWorld(
  { scenario = 'starter', seed, frozenAt }: TemporaryWorld,
  surroundings: Pick<Surroundings, 'emit' | 'families' | 'idleMs' | 'sandbox' | 'turn'>,
): Promise<Host> {
  const time = frozenAt === undefined ? null : new StandingTime(frozenAt);
  const host = await startHost({
    ...surroundings,
    storage: new StorageInMemory(null, 'This world is gone with the page that it is shown in.'),
    start: { scenario, ...(seed !== undefined && { seed }) },
    ...(time && { now: time.now }),
  });
  if (!time) return host;
  await host.freeze();
  return {
    ...host,
    resume() {
      time.run();
      return host.resume();
    },
    async reset(id, ...asked) {
      time.stand();
      const replaced = await host.reset(id, ...asked);
      await host.freeze();
      return replaced;
    },
  };
}
