import { families } from '../../engine/inside.ts';
import { StorageInMemory } from '../../worker/host/in-memory.ts';
import type { Surroundings } from '../../worker/host/surroundings.ts';

/** What a host needs, in Node: its events go nowhere, and receivers do not run unless a test provides them. */
export const surroundings = (given: Partial<Surroundings> = {}): Surroundings => ({
  storage: new StorageInMemory(),
  families,
  emit: () => {},
  sandbox: () => Promise.resolve({ cannot: 'No receivers run here.' }),
  turn: () => new Promise((resolve) => void setImmediate(resolve)),
  ...given,
});
