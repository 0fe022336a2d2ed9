import type { ViewRoute } from '../router.ts';
import type { PageSession } from './session.svelte.ts';

/** The props of every view. The frame owns the address: a view reads `route` and navigates by `go`. */
export interface ViewProps {
  readonly session: PageSession;
  readonly route: ViewRoute;
  /** Adds a history entry, or with `replace` changes the current one. */
  readonly go: Go;
}
export type Go = (route: ViewRoute, how?: 'push' | 'replace') => void;
