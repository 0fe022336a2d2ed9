/** The rows of the log that match a filter. */
import type { FilterProblem } from '../../checked/filter-words.ts';
import type { Exchange } from '../exchange.ts';
import type { ExchangeLog } from '../log.ts';
import { causeOf } from './cause.ts';
import type { ExchangeGist, ExchangeRows, FilteredExchanges, FoundExchanges } from './contract.ts';
import { fitsAll } from './fits.ts';
import type { Names } from './fits.ts';
import { readFilter } from './language.ts';
import type { Term } from './language.ts';

type Listed = Pick<ExchangeLog, 'list' | 'subscribe'>;

/** The last filter and its result, cached because a list asks the same again while it is scrolled. */
interface Last {
  asked: string | null;
  fitting: readonly Exchange[];
}
const lasts = new WeakMap<Listed, Last>();

function lastOf(log: Listed): Last {
  const known = lasts.get(log);
  if (known) return known;
  const last: Last = { asked: null, fitting: [] };
  lasts.set(log, last);
  log.subscribe(() => {
    last.asked = null;
    last.fitting = [];
  });
  return last;
}

export function findExchanges(log: Listed, wanted: FoundExchanges, names: Names): FilteredExchanges {
  const terms = readFilter(wanted.filter);
  if ('kind' in terms) return terms;
  const { from, count, among } = wanted;
  const all = among ? onlyOf(log.list(), among) : log.list();
  const fitting = fittingOf(log, all, terms, wanted, names);
  // `fitting` is oldest first, the rows are newest first.
  const end = Math.max(0, fitting.length - from);
  return {
    kind: 'rows',
    from,
    rows: fitting
      .slice(Math.max(0, end - count), end)
      .reverse()
      .map(gistOf),
    total: all.length,
    matches: fitting.length,
    narrowest: fitting.length === 0 && all.length > 0 ? narrowestOf(all, terms, names) : null,
  };
}

function onlyOf(all: readonly Exchange[], sequences: readonly number[]): readonly Exchange[] {
  const wanted = new Set(sequences);
  return all.filter(({ sequence }) => wanted.has(sequence));
}

/** All exchanges that match a filter, oldest first. */
export function fittingExchanges(
  log: Listed,
  wanted: Pick<FoundExchanges, 'filter' | 'pinned'>,
  names: Names,
): readonly Exchange[] | FilterProblem {
  const terms = readFilter(wanted.filter);
  return 'kind' in terms ? terms : fittingOf(log, log.list(), terms, wanted, names);
}

function fittingOf(
  log: Listed,
  all: readonly Exchange[],
  terms: readonly Term[],
  { filter, pinned, among }: Pick<FoundExchanges, 'filter' | 'pinned' | 'among'>,
  names: Names,
): readonly Exchange[] {
  if (terms.length === 0) return all;
  // The day is part of the key, because a time of day means another moment tomorrow.
  const asked = JSON.stringify([all.length, filter, pinned, among, Math.floor(names.now / 86_400_000)]);
  const last = lastOf(log);
  if (last.asked !== asked) [last.asked, last.fitting] = [asked, all.filter(fitsAll(terms, names))];
  return last.fitting;
}

/** The term without which most exchanges match. */
function narrowestOf(
  all: readonly Exchange[],
  terms: readonly Term[],
  names: Names,
): ExchangeRows['narrowest'] {
  let narrowest: ExchangeRows['narrowest'] = null;
  for (const left of terms) {
    const fits = fitsAll(
      terms.filter((each) => each !== left),
      names,
    );
    const without = all.reduce((count, each) => count + Number(fits(each)), 0);
    if (without > (narrowest?.without ?? 0)) narrowest = { at: left.at, end: left.end, without };
  }
  return narrowest;
}

export function gistOf(exchange: Exchange): ExchangeGist {
  const { sequence, at, durationMs, direction, endpointId, appId, userId, request, outcome, windows } =
    exchange;
  const [tightest] = [...windows].sort((a, b) => a.remaining - b.remaining);
  return {
    ...{ sequence, at, durationMs, direction, endpointId, appId, userId },
    method: request.method,
    url: request.url,
    status: outcome.kind === 'closed' ? null : outcome.status,
    cause: causeOf(exchange),
    left: tightest ? { remaining: tightest.remaining, limit: tightest.limit } : null,
    again: request.again ?? null,
  };
}
