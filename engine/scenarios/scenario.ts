import type { Credential } from '../auth/credentials.ts';
import type { StateView, Write } from '../state/state.ts';
import type { PopulationName } from '../state/tables/platform.ts';

/** Starting data. `build` runs in the first transaction and gives the credentials that are shown once. */
export interface Scenario {
  readonly name: string;
  readonly build: (write: Write, state: StateView) => Credential[];
  /** The users that are created with the first call that could see them. */
  readonly populations?: readonly PopulationName[];
}

/** Creates the seeded users in a separate transaction. What they did lies before the current time. */
export type Populate = (write: Write, state: StateView, seed: string) => void;
