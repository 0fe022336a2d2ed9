import { families } from '../../engine/inside.ts';
import { StorageInMemory } from '../../worker/host/in-memory.ts';
import type { Surroundings } from '../../worker/host/surroundings.ts';

/** What a host needs, in Node: nobody hears what it tells, and receivers do not run unless a test says how. */
export const surroundings = (given: Partial<Surroundings> = {}): Surroundings => ({
  storage: new StorageInMemory(),
  families,
  emit: () => {},
  sandbox: () => Promise.resolve({ cannot: 'No receivers run here.' }),
  turn: () => new Promise((resolve) => void setImmediate(resolve)),
  ...given,
});
