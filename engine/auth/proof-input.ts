import type { HttpRequest } from '../http/messages.ts';
import type { UrlParts } from '../http/url.ts';
import type { StateView } from '../state/state.ts';
import type { Trace } from '../exchanges/trace.ts';
import type { Nonces } from './nonces.ts';

/** A call that must be authenticated, and what the check needs. */
export interface Authenticating {
  readonly request: HttpRequest;
  readonly url: UrlParts;
  readonly state: StateView;
  readonly nonces: Nonces;
  readonly trace: Trace;
  /** Epoch ms. */
  readonly now: number;
  /** Whether calls to the endpoint are signed with a request token (specification 4.1, step 3). */
  readonly takesRequestToken: boolean;
}
