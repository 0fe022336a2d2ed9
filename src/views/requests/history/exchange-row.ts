import { isClosed, text } from '../../../../worker/api.ts';
import type { Exchange, World } from '../../../../worker/api.ts';
import { statusLine } from '../../../exchange/status-line.ts';
import { timeOf } from '../../../parts/time.ts';
import { pathOf } from '../call/calls.svelte.ts';

/** A call in the list of calls. */
export interface ExchangeSummary {
  readonly exchange: Exchange;
  readonly method: string;
  readonly path: string;
  readonly status: string;
  readonly good: boolean;
  readonly time: string;
  /** "@mira_holm", or the App if it called as itself; empty if there is neither. */
  readonly who: string;
}

export const summaries = (
  exchanges: readonly Exchange[],
  world: Pick<World, 'apps' | 'users'>,
): ExchangeSummary[] => exchanges.map((exchange) => summaryOf(exchange, world));

function summaryOf(exchange: Exchange, { apps, users }: Pick<World, 'apps' | 'users'>): ExchangeSummary {
  const { outcome, request, appId, userId } = exchange;
  const status = isClosed(outcome) ? null : outcome.status;
  const user = users.find(({ id }) => id === userId);
  return {
    exchange,
    method: request.method,
    path: pathOf(request) + (/\?[^#]*/.exec(request.url)?.[0] ?? ''),
    status: status === null ? 'No response' : statusLine(status),
    good: status !== null && status < 400,
    time: timeOf(exchange.at),
    who: user ? `@${user.username}` : (apps.find(({ id }) => id === appId)?.name ?? ''),
  };
}

export const bodyOf = ({ outcome }: Exchange): string =>
  outcome.kind === 'response' ? text(outcome.body) : '';

/** Whether each word of a search is in the label or in the body of the answer: a path, a status, a code, a text. */
export function isFound(summary: ExchangeSummary, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const { method, path, status, who, time, exchange } = summary;
  const label = `${method} ${path} ${status} ${who} ${time} ${exchange.endpointId ?? ''}`.toLowerCase();
  let body: string | null = null;
  return words.every(
    (word) => label.includes(word) || (body ??= bodyOf(exchange).toLowerCase()).includes(word),
  );
}
