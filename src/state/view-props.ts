import type { ViewRoute } from '../router.ts';
import type { PageSession } from './session.svelte.ts';

/** What every view gets. Its address is the frame's: it reads `route` and moves by `go`. */
export interface ViewProps {
  readonly session: PageSession;
  readonly route: ViewRoute;
  /** A step that Back undoes, or with `replace` the same step said differently. */
  readonly go: Go;
}
export type Go = (route: ViewRoute, how?: 'push' | 'replace') => void;
