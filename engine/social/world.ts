import type { Read, StateView } from '../state/state.ts';

/** What rules and rendering of the social world need: rows, the moment, and the base that problem types hang on. */
export interface World {
  readonly baseUrl: string;
  readonly tables: Read;
  readonly state: Pick<StateView, 'now'>;
}
