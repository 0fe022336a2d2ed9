import { flushSync } from 'svelte';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ExchangeGist, FilteredExchanges, FoundExchanges } from '../../../worker/api.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { ExchangeList } from './exchange-list.svelte.ts';

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/' });
});

/** A log of this many exchanges. A filter that is a number matches as many of them; `bad` is a mistake. */
function open(total: number) {
  const asked: FoundExchanges[] = [];
  const answerOf = ({ filter, from, count }: FoundExchanges): FilteredExchanges => {
    if (filter === 'bad') return { kind: 'problem', message: 'no', at: 0, end: 3 };
    const matches = filter === '' ? total : Number(filter);
    const rows = Array.from({ length: Math.max(0, Math.min(count, matches - from)) }, (_, at) => ({
      sequence: matches - from - at,
    })) as unknown as ExchangeGist[];
    return { kind: 'rows', from, rows, total, matches, narrowest: null };
  };
  const kept = new Map<unknown, object>();
  const session = {
    playground: {
      subscribe: () => () => undefined,
      ask: async (_: string, query: FoundExchanges) => {
        asked.push(query);
        await Promise.resolve();
        return answerOf(query);
      },
    },
    keep<T extends object>(kind: new (of: unknown) => T): T {
      if (!kept.has(kind)) kept.set(kind, new kind(this));
      return kept.get(kind) as T;
    },
  } as unknown as PageSession;
  return { list: new ExchangeList(session), asked };
}
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  flushSync();
};

test('a filter with a mistake keeps the rows, and the next filter is asked for', async () => {
  const { list } = open(5);
  list.see(0, 10);
  list.look('');
  await settled();
  expect([list.matches, list.row(0)?.sequence, list.row(4)?.sequence, list.row(5)]).toEqual([
    5,
    5,
    1,
    undefined,
  ]);
  list.look('bad');
  await settled();
  expect([list.problem?.message, list.matches]).toEqual(['no', 5]);
  list.look('2');
  await settled();
  expect([list.problem, list.matches, list.row(0)?.sequence]).toEqual([null, 2, 2]);
});

test('issue 21: a list of the newest rows, among the sequences of its view', async () => {
  const { list, asked } = open(9);
  const among = [9, 8, 7];
  list.see(0, 50);
  list.look('', [], among);
  await settled();
  expect(asked.at(-1)).toMatchObject({ filter: '', from: 0, among });
  expect(list.newest(2).map(({ sequence }) => sequence)).toEqual([9, 8]);
  const before = asked.length;
  list.look('', [], [...among, 6]);
  await settled();
  expect(asked.length).toBeGreaterThan(before);
});

test('only the visible rows are asked for, with some on each side', async () => {
  const { list, asked } = open(9000);
  list.see(0, 20);
  list.look('');
  await settled();
  expect(asked.at(-1)).toMatchObject({ from: 0, count: 100 });
  const before = asked.length;
  list.see(30, 50);
  await settled();
  expect(asked).toHaveLength(before);
  list.see(5000, 5020);
  await settled();
  expect(asked.at(-1)).toMatchObject({ from: 4960, count: 100 });
  expect(list.row(5000)?.sequence).toBe(4000);
});

test('if the filter changes while rows are on their way, the last filter wins', async () => {
  const { list } = open(9);
  list.look('3');
  list.look('bad');
  list.look('4');
  await settled();
  expect([list.matches, list.problem]).toEqual([4, null]);
});

test('if the filter changes at the same moment as rows are looked up that are already loaded, it is asked for', async () => {
  const { list } = open(9);
  list.see(0, 10);
  list.look('bad');
  await settled();
  list.see(0, 10);
  list.look('4');
  await settled();
  expect([list.matches, list.problem]).toEqual([4, null]);
});
