import type { Credential } from '../../public.ts';
import type { State, Write } from '../state.ts';

/** Starting data. `build` runs inside the first transaction and gives the credentials that were shown once. */
export interface Scenario {
  readonly name: string;
  readonly build: (write: Write, state: State) => Credential[];
}
