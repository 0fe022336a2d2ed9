import type { Exchange } from './exchange.ts';

/**
 * The steps that a newcomer is invited to do. Each is the sequence of the first exchange that completes it; null if
 * there is none.
 */
export interface FirstSteps {
  /** A call to an endpoint was answered with 2xx. */
  readonly sent: number | null;
  /** An endpoint refused a call, and answered a later one with 2xx. */
  readonly fixed: number | null;
  /** A user's token was issued. An App's own token does not count. */
  readonly signedIn: number | null;
}

const givesUserToken: ReadonlySet<string> = new Set(['accessToken', 'exchangeCode']);

/** `log`: oldest first. What a client sends unasked is no step of a person. */
export function firstSteps(log: readonly Exchange[]): FirstSteps {
  const refused = new Set<string>();
  const steps: Record<keyof FirstSteps, number | null> = { sent: null, fixed: null, signedIn: null };
  for (const { sequence, direction, endpointId, request, outcome } of log) {
    if (direction !== 'in' || endpointId === null || outcome.kind !== 'response' || request.unasked) continue;
    const { status } = outcome;
    if (status >= 400) refused.add(endpointId);
    if (status < 200 || status > 299) continue;
    steps.sent ??= sequence;
    if (refused.has(endpointId)) steps.fixed ??= sequence;
    if (givesUserToken.has(endpointId)) steps.signedIn ??= sequence;
  }
  return steps;
}
