import type { Exchange } from './exchange.ts';

/** Which exchanges of the log to return. Missing fields match everything. */
export interface ExchangeQuery {
  readonly sequences?: readonly number[];
  readonly requestIds?: readonly string[];
  readonly endpointIds?: readonly string[];
  readonly direction?: Exchange['direction'];
  readonly appId?: string;
  readonly userId?: string;
  /** Only exchanges before this sequence: `next` of the previous page. */
  readonly before?: number;
  /** The largest number of exchanges: 1 to `mostOfPage`. */
  readonly count: number;
}

export interface ExchangePage {
  /** Newest first. */
  readonly exchanges: readonly Exchange[];
  /** `before` of the next page; null if no more exchanges match. */
  readonly next: number | null;
  /** How many exchanges the log keeps in total. The oldest are removed first. */
  readonly logSize: number;
}

export const mostOfPage = 500;

/** The newest exchanges of a log that match. `log` is oldest first. */
export function pageOfLog(
  log: readonly Exchange[],
  { count, ...query }: ExchangeQuery,
): Pick<ExchangePage, 'exchanges' | 'next'> {
  const fits = fitting(query);
  const exchanges: Exchange[] = [];
  for (let at = log.length - 1; at >= 0; at--) {
    const exchange = log[at];
    if (!exchange || !fits(exchange)) continue;
    const last = exchanges.at(-1);
    if (exchanges.length === count && last) return { exchanges, next: last.sequence };
    exchanges.push(exchange);
  }
  return { exchanges, next: null };
}

function fitting(query: Omit<ExchangeQuery, 'count'>): (exchange: Exchange) => boolean {
  const { direction, appId, userId, before } = query;
  const sequences = query.sequences && new Set(query.sequences);
  const requestIds = query.requestIds && new Set(query.requestIds);
  const endpointIds = query.endpointIds && new Set(query.endpointIds);
  return (exchange) =>
    (before === undefined || exchange.sequence < before) &&
    (direction === undefined || exchange.direction === direction) &&
    (appId === undefined || exchange.appId === appId) &&
    (userId === undefined || exchange.userId === userId) &&
    (!sequences || sequences.has(exchange.sequence)) &&
    (!endpointIds || (exchange.endpointId !== null && endpointIds.has(exchange.endpointId))) &&
    (!requestIds || (exchange.request.id !== undefined && requestIds.has(exchange.request.id)));
}
