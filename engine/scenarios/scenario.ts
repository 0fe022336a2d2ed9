import type { Credential } from '../auth/credentials.ts';
import type { StateView, Write } from '../state/state.ts';
import type { PopulationName } from '../state/tables/platform.ts';

/** Starting data. `build` runs inside the first transaction and gives the credentials that were shown once. */
export interface Scenario {
  readonly name: string;
  readonly build: (write: Write, state: StateView) => Credential[];
  /** The users that are created with the first call that could see them. */
  readonly populations?: readonly PopulationName[];
}

/** Creates the seeded users, in a transaction of its own: what they did lies before the present moment. */
export type Populate = (write: Write, state: StateView, seed: string) => void;
