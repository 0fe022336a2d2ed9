import type { Exchange } from './exchange.ts';

/** What one comes here to do once: the sequence of the exchange that did it first, null for what the log has not seen. */
export type FirstSteps = Readonly<Record<'sent' | 'mended' | 'signedIn', number | null>>;

/** The calls that give a user's token; an App's own does not count. */
const givesUserToken: ReadonlySet<string> = new Set(['accessToken', 'exchangeCode']);

/**
 * What the log proves. `sent`: a call to an endpoint was answered with 2xx; `mended`: one that was refused before was;
 * `signedIn`: one that gives a user's token was. `log`: oldest first.
 */
export function firstSteps(log: readonly Exchange[]): FirstSteps {
  const refused = new Set<string>();
  let [sent, mended, signedIn]: (number | null)[] = [];
  for (const { direction, endpointId, outcome, sequence } of log) {
    if (direction !== 'in' || endpointId === null || outcome.kind !== 'response') continue;
    const { status } = outcome;
    if (status >= 400) refused.add(endpointId);
    if (status < 200 || status > 299) continue;
    sent ??= sequence;
    if (refused.has(endpointId)) mended ??= sequence;
    if (givesUserToken.has(endpointId)) signedIn ??= sequence;
  }
  return { sent: sent ?? null, mended: mended ?? null, signedIn: signedIn ?? null };
}
