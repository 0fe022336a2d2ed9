import type { Exchange } from './exchange.ts';

/** What a newcomer is invited to do, and whether the log shows that it was done. */
export interface FirstSteps {
  /** A call to an endpoint was answered with 2xx. */
  readonly sent: boolean;
  /** An endpoint refused a call, and answered a later one with 2xx. */
  readonly fixed: boolean;
  /** A user's token was handed out. An App's own does not count. */
  readonly signedIn: boolean;
}

const givesUserToken: ReadonlySet<string> = new Set(['accessToken', 'exchangeCode']);

/** `log`: oldest first. */
export function firstSteps(log: readonly Exchange[]): FirstSteps {
  const refused = new Set<string>();
  const steps = { sent: false, fixed: false, signedIn: false };
  for (const { direction, endpointId, outcome } of log) {
    if (direction !== 'in' || endpointId === null || outcome.kind !== 'response') continue;
    const { status } = outcome;
    if (status >= 400) refused.add(endpointId);
    if (status < 200 || status > 299) continue;
    steps.sent = true;
    steps.fixed ||= refused.has(endpointId);
    steps.signedIn ||= givesUserToken.has(endpointId);
  }
  return steps;
}
