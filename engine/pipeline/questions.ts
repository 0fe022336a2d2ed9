import { isWhole } from '../checked/is.ts';
import { listOf, text, tuple } from '../declaration/checks.ts';
import type { Check } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import type { Endpoint } from '../declaration/endpoint.ts';
import type { Services } from '../declaration/services.ts';
import type { ExchangeLog } from '../exchanges/log.ts';
import { listNow } from './list-now.ts';
import type { ListNow } from './list-now.ts';

/** The most entries that are given at once. */
const mostEntries = 6000;
const mostMembers = 20;

const count: Check<number> = (value): value is number => isWhole(value, 0, mostEntries);
const members: Check<readonly string[]> = (value): value is readonly string[] =>
  listOf(text)(value) && value.length <= mostMembers;

export interface Needs {
  readonly exchanges: Pick<ExchangeLog, 'byRequestId'>;
  readonly load: (endpointId: string) => Promise<Endpoint | undefined>;
  readonly services: Services;
}

export const questions = {
  /**
   * The current state of the list of which the call with this request id got a page: the first entries, up to the
   * given number, each with its id and those of the named members that are texts. null when the list cannot be read.
   */
  now: question(
    tuple(text, count, members),
    async ({ exchanges, load, services }: Needs, requestId, most, wanted): Promise<ListNow | null> => {
      const exchange = exchanges.byRequestId(requestId);
      return exchange ? listNow(exchange, { most, members: wanted }, load, services) : null;
    },
  ),
};
