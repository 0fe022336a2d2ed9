import type { Credential } from '../auth/credentials.ts';
import type { StateView, Write } from '../state/state.ts';

/** Starting data. `build` runs inside the first transaction and gives the credentials that were shown once. */
export interface Scenario {
  readonly name: string;
  readonly build: (write: Write, state: StateView) => Credential[];
}
