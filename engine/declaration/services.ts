import type { Read, StateView } from '../state/state.ts';

/** What a handler may use of the platform. Reading is free; writing goes through the call's `transact` alone. */
export interface Services {
  readonly baseUrl: string;
  /** What cursors are sealed with. */
  readonly seed: string;
  readonly tables: Read;
  readonly state: StateView;
}
