import { isWhole } from '../checked/is.ts';
import { arriving } from '../declaration/arriving.ts';
import { flag, listOf, number, object, oneOf, optional, text, tuple } from '../declaration/checks.ts';
import type { Check } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import { contentsOf } from '../exchanges/filter/contents.ts';
import type { FilteredExchanges, FoundExchanges, LogContents } from '../exchanges/filter/contract.ts';
import { findExchanges, fittingExchanges } from '../exchanges/filter/find.ts';
import type { Names } from '../exchanges/filter/fits.ts';
import type { ExchangeLog } from '../exchanges/log.ts';
import { mostOfPage, pageOfLog } from '../exchanges/query.ts';
import type { ExchangePage, ExchangeQuery } from '../exchanges/query.ts';
import type { HarFile, HarNeeds } from '../har/file.ts';
import type { FilterProblem } from '../checked/filter-words.ts';
import type { StateView } from '../state/state.ts';

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

const isFound = object<FoundExchanges>({
  filter: text,
  pinned: listOf(number),
  among: optional(listOf(number)),
  from: (value): value is number => isWhole(value, 0),
  count,
});

const isHarQuery = object<HarQuery>({ filter: text, pinned: listOf(number), withSecrets: flag });

export interface HarQuery {
  readonly filter: string;
  readonly pinned: readonly number[];
  /** Whether credentials stay as they were sent. */
  readonly withSecrets: boolean;
}

export interface Needs {
  readonly exchanges: Pick<ExchangeLog, 'list' | 'size' | 'bytes' | 'subscribe'>;
  readonly state: StateView;
}

export const questions = {
  /** The newest exchanges of the log that match a query, page by page. */
  page: question(tuple(query), ({ exchanges }: Needs, wanted): ExchangePage => ({
    ...pageOfLog(exchanges.list(), wanted),
    logSize: exchanges.size,
  })),
  /** Rows of the log that match a filter, newest first. */
  find: question(tuple(isFound), ({ exchanges, state }: Needs, wanted): FilteredExchanges =>
    findExchanges(exchanges, wanted, namesIn(state, wanted)),
  ),
  /** The exchanges that match a filter, as a HAR 1.2 file. */
  har: question(
    tuple(isHarQuery),
    async (platform: Needs & HarNeeds, { withSecrets, ...wanted }): Promise<HarFile | FilterProblem> => {
      const fitting = fittingExchanges(platform.exchanges, wanted, namesIn(platform.state, wanted));
      if ('kind' in fitting) return fitting;
      const { writeHar } = await arriving(() => import('../har/file.ts'));
      return await writeHar(fitting, withSecrets, platform);
    },
  ),
  contents: question(tuple(), ({ exchanges }: Needs): LogContents => contentsOf(exchanges)),
};

function namesIn(state: StateView, { pinned }: Pick<FoundExchanges, 'pinned'>): Names {
  const { users, apps } = state.tables;
  return {
    userId: (name) => (users.get(name) ?? users.firstBy('username', name))?.id ?? null,
    appIds: (name) =>
      new Set(
        [...apps.values()]
          .filter((app) => app.id === name || app.name.toLowerCase().includes(name))
          .map(({ id }) => id),
      ),
    pinned: new Set(pinned),
    now: state.now(),
  };
}
