import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeChanges, Store } from './store.ts';
import type { ChangeSet } from './store.ts';
import { nullable, text, whole } from './kinds.ts';
import type { Fields } from './kinds.ts';
import { ordered, recent, unique } from './index-spec.ts';
import { before, behind } from './entries.ts';
import { fillBy } from './load.ts';
import { rowRules, table } from './spec.ts';
import { Taken } from './table.ts';
import { rounds } from '../../../tests/support/rounds.ts';

interface Thing {
  readonly id: string;
  readonly group: string | null;
  readonly value: number;
}

const fields: Fields<Thing> = { id: text, group: nullable(text), value: whole(0) };

const makeStore = () =>
  new Store({
    things: table<Thing>()('id', { group: (row) => row.group }),
    others: table<Thing>()('id', {}),
  });
const one: Thing = { id: '1', group: 'a', value: 1 };

test('an index may find a row by several values, each sorted, and follows changes', () => {
  interface Shared {
    readonly id: string;
    readonly holders: readonly string[];
  }
  const store = new Store({
    shared: table<Shared>()('id', { holder: (row) => row.holders }),
  });
  const held = (...holders: string[]) => holders.map((each) => store.tables.shared.keysBy('holder', each));
  store.transact((write) => {
    write.shared.insert({ id: '10', holders: ['a', 'b'] });
    write.shared.insert({ id: '9', holders: ['b', 'a'] });
    write.shared.insert({ id: '8', holders: [] });
  });
  expect(held('a', 'b')).toEqual([
    ['9', '10'],
    ['9', '10'],
  ]);
  store.transact((write) => write.shared.update('9', { holders: ['b', 'c'] }));
  expect(held('a', 'b', 'c')).toEqual([['10'], ['9', '10'], ['9']]);
  expect(() =>
    store.transact((write) => {
      write.shared.update('9', { holders: ['a'] });
      write.shared.remove('10');
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(held('a', 'b', 'c')).toEqual([['10'], ['9', '10'], ['9']]);
  store.transact((write) => write.shared.remove('9'));
  expect(held('a', 'b', 'c')).toEqual([['10'], ['10'], []]);
});

describe('a transaction', () => {
  test('gives its result and what it changed, each row once', () => {
    const store = makeStore();
    const { result, changes } = store.transact((write) => {
      write.things.insert(one);
      write.things.update('1', { value: 2 });
      write.others.insert(one);
      write.others.remove('1');
      return 'done';
    });
    expect(result).toBe('done');
    expect(changes).toEqual({
      things: { added: [{ ...one, value: 2 }], updated: [], removed: [], replaced: [] },
    });
    expect(store.transact((write) => write.things.remove('1')).changes).toEqual({
      things: { added: [], updated: [], removed: ['1'], replaced: [{ ...one, value: 2 }] },
    });
    expect(store.transact(() => undefined).changes).toBeNull();
    expect(store.transact((write) => write.things.remove('9'))).toEqual({ result: false, changes: null });
  });

  test('is all or nothing, with its indexes, and the next one works', () => {
    const store = makeStore();
    store.transact((write) => write.things.insert(one));
    expect(() =>
      store.transact((write) => {
        write.things.update('1', { group: 'b' });
        write.things.insert({ id: '2', group: 'a', value: 2 });
        write.things.remove('1');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(store.dump().things).toEqual([one]);
    expect([store.tables.things.keysBy('group', 'a'), store.tables.things.keysBy('group', 'b')]).toEqual([
      ['1'],
      [],
    ]);
    expect(store.transact((write) => write.things.update('1', { value: 3 })).changes).not.toBeNull();
  });

  test('refuses faulty use: taken keys, missing rows, nesting, writers kept for later', () => {
    const store = makeStore();
    store.transact((write) => write.things.insert(one));
    expect(() => store.transact((write) => write.things.insert(one))).toThrow('is there already');
    expect(() => store.transact((write) => write.things.update('9', {}))).toThrow();
    expect(() => store.transact(() => store.transact(() => 1))).toThrow('under way');
    let kept: ((row: Thing) => unknown) | undefined;
    store.transact((write) => void (kept = (row) => write.things.insert(row)));
    expect(() => kept!({ ...one, id: '2' })).toThrow('outside a transaction');
    expect(store.dump().things).toEqual([one]);
  });

  test('counts the rows that were looked up', () => {
    const store = makeStore();
    store.transact((write) => write.things.insert(one));
    store.tables.things.get('1');
    store.tables.things.get('9');
    store.tables.things.firstBy('group', 'a');
    store.peek('things', '1');
    expect(store.counter.reads).toBe(2);
  });
});

test('rows of one value are in the order of their index, and are found from anywhere in it', () => {
  interface Like {
    readonly id: string;
    readonly post: string;
    readonly at: number;
  }
  const store = new Store({
    likes: table<Like>()('id', {
      post: ordered((row) => [row.post, row.at]),
    }),
  });
  const like = (id: string, post: string, at: number) =>
    store.transact((write) => write.likes.put({ id, post, at }));
  for (const [id, post, at] of [
    ['9', 'a', 30],
    ['10', 'a', 20],
    ['11', 'a', 20],
    ['12', 'b', 25],
    ['2', 'a', 10],
  ] as const)
    like(id, post, at);
  const range = store.tables.likes.range('post', 'a');
  expect([...range.descending()]).toEqual([
    [30, '9'],
    [20, '11'],
    [20, '10'],
    [10, '2'],
  ]);
  expect([...range.from(behind(10)).to(before(30)).ascending()]).toEqual([
    [20, '10'],
    [20, '11'],
  ]);
  expect([...range.from(behind(20, '10')).ascending()]).toEqual([
    [20, '11'],
    [30, '9'],
  ]);
  expect([range.count, range.from(before(20)).count, range.to(before(20)).from(behind(10)).count]).toEqual([
    4, 3, 0,
  ]);
  like('2', 'a', 40);
  expect(store.tables.likes.keysBy('post', 'a')).toEqual(['10', '11', '9', '2']);
  expect(() => range.count).toThrow('has changed');
});

test('an index with one row per value refuses a second one, and the transaction fails', () => {
  const store = new Store({
    users: table<Thing>()('id', { name: unique((row) => row.group) }),
  });
  store.transact((write) => write.users.insert(one));
  expect(() => store.transact((write) => write.users.insert({ ...one, id: '2' }))).toThrow(Taken);
  store.transact((write) => write.users.update('1', { value: 7 }));
  expect(() =>
    store.transact((write) => {
      write.users.remove('1');
      write.users.insert({ ...one, id: '2' });
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(store.dump().users).toEqual([{ ...one, value: 7 }]);
  expect(store.tables.users.keysBy('name', 'a')).toEqual(['1']);
});

test('the blocks hold everything, and can be loaded again', () => {
  const store = makeStore();
  store.transact((write) => {
    for (let value = 0; value < 25; value++)
      write.things.insert({ id: String(value), group: value % 3 ? 'a' : null, value });
  });
  const blocks = [...store.blocks(10)];
  expect(blocks.map(({ table: name, rows }) => [name, rows.length])).toEqual([
    ['things', 10],
    ['things', 10],
    ['things', 5],
    ['others', 0],
  ]);
  const next = makeStore();
  next.load(blocks.toReversed(), fillBy({ things: rowRules(fields), others: rowRules(fields) }));
  expect(byId(next.tables.things.values())).toEqual(byId(store.tables.things.values()));
  expect(next.tables.things.keysBy('group', 'a')).toEqual(store.tables.things.keysBy('group', 'a'));
});

test('an index of young rows has the young rows of a loaded table, and rows written later', () => {
  const things = table<Thing>()('id', {
    group: recent(
      (row) => row.group,
      (row, now) => row.value > now - 10,
    ),
  });
  const store = new Store({ things });
  const rows = [1, 91, 95].map((value) => ({ id: String(value), group: 'a', value }));
  store.load([{ table: 'things', rows }], fillBy({ things: rowRules(fields) }));
  store.indexRecent(100);
  expect(store.tables.things.keysBy('group', 'a')).toEqual(['91', '95']);
  store.transact((write) => {
    write.things.insert({ id: '2', group: 'a', value: 2 });
    write.things.remove('1');
    write.things.update('91', { group: 'b' });
  });
  expect(store.tables.things.keysBy('group', 'a')).toEqual(['2', '95']);
  expect(store.tables.things.keysBy('group', 'b')).toEqual(['91']);
});

/** The operations of a transaction, with keys that collide often. */
const key = fc.constantFrom('1', '2', '3', '10', '11');
const group = fc.constantFrom('a', 'b', null);
const step = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), key, group, value: fc.nat() }),
  fc.record({ kind: fc.constant('update' as const), key, group, value: fc.nat() }),
  fc.record({ kind: fc.constant('remove' as const), key, group, value: fc.nat() }),
);
const transactions = fc.array(fc.record({ steps: fc.array(step, { maxLength: 8 }), fails: fc.boolean() }), {
  maxLength: 12,
});
type Planned = (typeof transactions extends fc.Arbitrary<infer T> ? T : never)[number];

function run(store: ReturnType<typeof makeStore>, { steps, fails }: Planned): ChangeSet | null {
  try {
    return store.transact((write) => {
      for (const { kind, key: id, ...rest } of steps)
        if (kind === 'insert') write.things.insert({ id, ...rest });
        else if (kind === 'update') write.things.update(id, rest);
        else write.things.remove(id);
      if (fails) throw new Error('fails');
    }).changes;
  } catch {
    return null;
  }
}

/** The same on a plain Map, copied before and restored after a failure. */
function runModel(model: Map<string, Thing>, { steps, fails }: Planned): Map<string, Thing> {
  const next = new Map(model);
  for (const { kind, key: id, ...rest } of steps) {
    if (kind === 'remove') next.delete(id);
    else if (next.has(id) === (kind === 'insert')) return model;
    else next.set(id, { id, ...rest });
  }
  return fails ? model : next;
}

function apply(rows: Map<string, unknown>, changes: ChangeSet | null): void {
  for (const row of [...(changes?.things?.added ?? []), ...(changes?.things?.updated ?? [])])
    rows.set(row['id'] as string, row);
  for (const id of changes?.things?.removed ?? []) rows.delete(id);
}

const byId = (rows: Iterable<unknown>) =>
  [...(rows as Iterable<Thing>)].sort((a, b) => Number(a.id) - Number(b.id));

test('tables, indexes and change sets agree with a model, no matter what fails', () => {
  fc.assert(
    fc.property(transactions, (planned) => {
      const store = makeStore();
      let model = new Map<string, Thing>();
      const kept = new Map<string, unknown>();
      const sets: ChangeSet[] = [];
      for (const each of planned) {
        const changes = run(store, each);
        model = runModel(model, each);
        apply(kept, changes);
        if (changes) sets.push(changes);
        expect(byId(store.tables.things.values())).toEqual(byId(model.values()));
        for (const name of ['a', 'b'])
          expect(store.tables.things.keysBy('group', name)).toEqual(
            byId(model.values())
              .filter((row) => row.group === name)
              .map(({ id }) => id),
          );
      }
      expect(byId(kept.values())).toEqual(byId(model.values()));
      const merged = new Map<string, unknown>();
      apply(
        merged,
        mergeChanges(sets, () => 'id'),
      );
      expect(byId(merged.values())).toEqual(byId(model.values()));
    }),
    rounds(100, 2000),
  );
});
