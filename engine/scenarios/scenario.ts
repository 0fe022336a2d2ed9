import type { Credential } from '../auth/credentials.ts';
import type { StateView, Write } from '../state/state.ts';
import type { PopulationName } from '../state/tables/platform.ts';

/** Starting data. `build` runs inside the first transaction and gives the credentials that were shown once. */
export interface Scenario {
  readonly name: string;
  readonly build: (write: Write, state: StateView) => Credential[];
  /** Who moves in with the first call that could see them. */
  readonly populations?: readonly PopulationName[];
}

/** Lets people move in, inside a transaction of its own: what they did lies before the present moment. */
export type Populate = (write: Write, state: StateView, seed: string) => void;
