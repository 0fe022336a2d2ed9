import { isWhole } from '../checked/is.ts';
import { listOf, text, tuple } from '../declaration/checks.ts';
import type { Check } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import type { Endpoint } from '../declaration/endpoint.ts';
import type { Services } from '../declaration/services.ts';
import type { ExchangeLog } from '../exchanges/log.ts';
import { listNow } from './list-now.ts';
import type { ListNow } from './list-now.ts';

/** Entries that are given at once, at most. */
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
   * The list of which the call of this request id asked for a page, as it stands now: at most so many entries from its
   * beginning, of each its id and those of the named members that are texts. null where it cannot be told.
   */
  now: question(
    tuple(text, count, members),
    async ({ exchanges, load, services }: Needs, requestId, most, wanted): Promise<ListNow | null> => {
      const exchange = exchanges.byRequestId(requestId);
      return exchange ? listNow(exchange, { most, members: wanted }, load, services) : null;
    },
  ),
};
