import { isWhole } from '../checked/is.ts';
import { listOf, number, object, oneOf, optional, text, tuple } from '../declaration/checks.ts';
import type { Check } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import type { ExchangeLog } from '../exchanges/log.ts';
import { mostOfPage, pageOfLog } from '../exchanges/query.ts';
import type { ExchangePage, ExchangeQuery } from '../exchanges/query.ts';

const count: Check<number> = (value): value is number => isWhole(value, 1, mostOfPage);

const query = object<ExchangeQuery>({
  sequences: optional(listOf(number)),
  requestIds: optional(listOf(text)),
  endpointIds: optional(listOf(text)),
  direction: optional(oneOf('in', 'out')),
  appId: optional(text),
  userId: optional(text),
  before: optional(number),
  count,
});

export interface Needs {
  readonly exchanges: Pick<ExchangeLog, 'list' | 'size'>;
}

export const questions = {
  /** The newest exchanges of the log that fit a query, page by page. */
  page: question(tuple(query), ({ exchanges }: Needs, wanted): ExchangePage => ({
    ...pageOfLog(exchanges.list(), wanted),
    logSize: exchanges.size,
  })),
};
