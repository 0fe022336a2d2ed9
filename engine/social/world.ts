import type { Read, StateView } from '../state/state.ts';

/** What rules and rendering of the social world need: rows, the current time, and the base URL of problem types. */
export interface World {
  readonly baseUrl: string;
  readonly tables: Read;
  readonly state: Pick<StateView, 'now'>;
}
