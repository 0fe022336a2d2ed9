import type { Cursors } from './paging/cursor.ts';
import type { Read, State } from './state/state.ts';

/** What a handler may use of the platform. Reading is free; writing goes through the call's `transact`. */
export interface Services {
  readonly baseUrl: string;
  readonly tables: Read;
  readonly state: State;
  readonly cursors: Cursors;
}
