/** Statistics of the log. */
import type { Exchange } from '../exchange.ts';
import { mostBytes } from '../log.ts';
import type { ExchangeLog } from '../log.ts';
import { problems } from '../../spec/problem-list.ts';
import type { ProblemName } from '../../spec/problem-list.ts';
import { causeOf } from './cause.ts';
import { filterFields } from './fields.ts';
import type { Counted, LogContents, RefusalCount } from './contract.ts';

/** Most values that are counted per filter word. */
const mostValues = 50;

export function contentsOf(log: Pick<ExchangeLog, 'list' | 'size' | 'bytes'>): LogContents {
  const all = log.list();
  const incoming = all.filter(({ direction }) => direction === 'in').length;
  return {
    total: all.length,
    in: incoming,
    out: all.length - incoming,
    size: log.size,
    bytes: log.bytes,
    mostBytes,
    refusals: refusalsIn(all),
    fields: filterFields,
    values: {
      status: counted(all, ({ outcome }) => (outcome.kind === 'closed' ? 'none' : String(outcome.status))),
      op: counted(all, ({ endpointId }) => endpointId),
      method: counted(all, ({ request }) => request.method),
      user: counted(all, ({ userId }) => userId),
      app: counted(all, ({ appId }) => appId),
    },
  };
}

/** `log`: oldest first. */
export function refusalsIn(log: readonly Exchange[]): readonly RefusalCount[] {
  const counts = new Map<string, RefusalCount>();
  for (const exchange of log) {
    const cause = causeOf(exchange);
    if (!cause) continue;
    const { problem, reason, because } = cause;
    const key = `${problem}/${reason ?? ''}`;
    const { message, code } = isProblem(problem) ? problems[problem] : { message: null, code: null };
    const count = (counts.get(key)?.count ?? 0) + 1;
    counts.set(key, { problem, reason, message, code, count, last: because });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

const isProblem = (name: string): name is ProblemName => Object.hasOwn(problems, name);

function counted(log: readonly Exchange[], valueOf: (exchange: Exchange) => string | null): Counted {
  const counts = new Map<string, number>();
  for (const exchange of log) {
    const value = valueOf(exchange);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).slice(0, mostValues);
}
