/**
 * `npm run bench -- activity`: what filtering a full exchange log costs, as a multiple of a bare scan of the same rows,
 * which reads each address, header and body once. Also how much of its bytes such a log takes, and what it adds to a start.
 */
import { createPlatform } from '../../engine/index.ts';
import { contentsOf } from '../../engine/exchanges/filter/contents.ts';
import { findExchanges } from '../../engine/exchanges/filter/find.ts';
import { isClosed } from '../../engine/http/outcome.ts';
import { text } from '../../engine/http/messages.ts';
import type { HeaderList } from '../../engine/http/messages.ts';
import type { Exchange } from '../../engine/exchanges/exchange.ts';
import { mostBytes } from '../../engine/exchanges/log.ts';
import { rows, withFullLog } from './full-log.ts';
import { median, printFigures, sweep, timed } from './figure.ts';
import type { Figure } from './figure.ts';

const rounds = 15;
/** Occurs nowhere, so that every text is read to its end. */
const nowhere = 'zzqqzz';
const filters = [nowhere, `body:${nowhere}`, `header:${nowhere}`, `cause:${nowhere}`, 'status:5xx -op:getMe'];

await printFigures([filtering, starting]);

async function filtering(): Promise<Figure[]> {
  const { exchanges: log } = await withFullLog();
  const list = log.list();
  const names = { userId: () => null, appIds: () => new Set<string>(), pinned: new Set<number>(), now: 0 };
  const bare = fastest(() => list.filter(hasIt));
  const about = `${list.length.toLocaleString('en')} rows of ${Math.round(log.bytes / list.length)} bytes, bare ${bare.toFixed(1)} ms`;
  const ratio = (what: string, work: () => unknown): Figure => ({
    what,
    value: fastest(work) / bare,
    aim: 3,
    detail: about,
  });
  // A list of its own for each round: the last result is kept.
  const find = (filter: string) =>
    findExchanges(
      { list: () => list, subscribe: () => () => undefined },
      { filter, pinned: [], from: 0, count: 100 },
      names,
    );
  return [
    ...filters.map((filter) => ratio(`filter ${filter}, to a bare scan`, () => find(filter))),
    ratio('all rows, without a filter', () => find('')),
    ratio('what the log has, by cause and value', () => contentsOf(log)),
    {
      what: 'bytes of the log, of those that it may take',
      value: log.bytes / mostBytes,
      aim: 1,
      detail: `${(log.bytes / 1024 / 1024).toFixed(1)} MB`,
    },
  ];
}

/** Opening a world with its people and a full log, as a reload does, to opening it with an empty log. */
async function starting(): Promise<Figure[]> {
  const platform = await withFullLog();
  await platform.seedPopulation();
  const full = platform.snapshot();
  const empty = { ...full, tables: { ...full.tables, exchanges: [] } };
  const times: { full: number; empty: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const time = (snapshot: typeof full): number => {
      sweep();
      return timed(() => createPlatform({ snapshot, logSize: rows }));
    };
    const both = { full: time(full), empty: time(empty) };
    if (round > 0) times.push(both); // the first compiles the code
  }
  return [
    {
      what: 'a start with a full log, to one with an empty log',
      value: median(times.map((each) => each.full / each.empty)),
      aim: 2,
      detail: `${median(times.map((each) => each.full)).toFixed(1)} and ${median(times.map((each) => each.empty)).toFixed(1)} ms`,
    },
  ];
}

function hasIt({ request, outcome }: Exchange): boolean {
  return (
    request.url.includes(nowhere) ||
    inHeaders(request.headers) ||
    (request.body !== undefined && text(request.body).includes(nowhere)) ||
    (!isClosed(outcome) && inHeaders(outcome.headers)) ||
    (outcome.kind === 'response' && text(outcome.body).includes(nowhere))
  );
}

function inHeaders(headers: HeaderList): boolean {
  return headers.some(([name, value]) => name.includes(nowhere) || value.includes(nowhere));
}

function fastest(work: () => unknown): number {
  let least = Infinity;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    work();
    least = Math.min(least, performance.now() - start);
  }
  return least;
}
