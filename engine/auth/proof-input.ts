import type { HttpRequest } from '../http/messages.ts';
import type { UrlParts } from '../http/url.ts';
import type { StateView } from '../state/state.ts';
import type { Trace } from '../exchanges/trace.ts';
import type { Nonces } from './nonces.ts';

/** A call that has to prove who makes it, and what the proof is checked against. */
export interface Authenticating {
  readonly request: HttpRequest;
  readonly url: UrlParts;
  readonly state: StateView;
  readonly nonces: Nonces;
  readonly trace: Trace;
  /** Epoch ms. */
  readonly now: number;
  /** Whether the endpoint is the one that request tokens sign (specification 4.1, step 3). */
  readonly takesRequestToken: boolean;
}
