import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { ChangeSet, Row } from '../../engine/inside.ts';
import type { Stored } from './loader.ts';
import { inBlocks, wholeOf } from '../../tests/support/snapshot-blocks.ts';
import { reachDatabaseWhile } from '../../tests/support/silence.ts';
import { Storage } from './storage.ts';
import { rounds } from '../../tests/support/rounds.ts';

/**
 * No matter what is written and when the process dies, the state after a restart is that after some call, which is
 * the last acknowledged one or a later one. The process dies between two transactions; IndexedDB makes each of them
 * atomic.
 */

const shape = {
  small: { key: 'id' },
  large: { key: 'id', big: true },
  late: { key: 'id', big: true, isLate: true },
} as const;
type Table = keyof typeof shape;
type State = Record<Table, Map<string, Row>>;

type Step =
  | {
      readonly kind: 'put' | 'remove';
      readonly table: Table;
      readonly from: number;
      readonly count: number;
      readonly wait: boolean;
    }
  | { readonly kind: 'compact' }
  | { readonly kind: 'replace'; readonly count: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('put', 'put', 'remove'),
      table: fc.constantFrom<Table>('small', 'large', 'late'),
      from: fc.nat(4000),
      count: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 1700 })),
      wait: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'compact' }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replace' as const), count: fc.nat(2500) }) },
);
const life = fc.record({ steps: fc.array(step, { maxLength: 12 }), transactions: fc.nat(20) });

afterEach(() => void vi.restoreAllMocks());

let names = 0;
test('a kill between any two transactions loses nothing that was acknowledged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 4 }), async (lives) => {
      const name = `kill-${++names}`;
      let state: State = { small: new Map(), large: new Map(), late: new Map() };
      for (const { steps, transactions } of lives) {
        const { storage, found } = await open(name);
        expect(await tablesOf(found)).toEqual(plain(state));
        state = await live(storage, state, steps, transactions, name);
      }
    }),
    rounds(15, 500),
  );
});

const open = async (name: string): Promise<{ storage: Storage; found: Stored | null }> => {
  const storage = await Storage.open({ name, shape, schemaVersion: 1, changed: () => {}, fenced: () => {} });
  expect(storage.kept.kind).toBe('saved');
  const found = storage.take();
  if (!found) await storage.replace(contentsOf(0));
  return { storage, found };
};

/** Runs until the process "dies", and gives the state found afterwards. */
async function live(
  storage: Storage,
  start: State,
  steps: readonly Step[],
  transactions: number,
  name: string,
): Promise<State> {
  const states = [start];
  let acknowledged = 0;
  let left = transactions;
  const { stillness } = reachDatabaseWhile(() => left-- > 0);
  let serial = 0;
  for (const each of steps) {
    if (each.kind === 'compact') {
      await Promise.race([storage.compact(), stillness()]);
      continue;
    }
    const { work, after } = apply(storage, states.at(-1)!, each, ++serial);
    const index = states.push(after) - 1;
    const done = work().then(() => (acknowledged = index));
    if (each.kind === 'replace' || each.wait) await Promise.race([done, stillness()]);
  }
  await stillness();
  vi.restoreAllMocks();
  const next = await open(name);
  const seen = JSON.stringify(await tablesOf(next.found));
  await next.storage.close();
  const match = states.findIndex((each, at) => at >= acknowledged && JSON.stringify(plain(each)) === seen);
  expect(match).toBeGreaterThanOrEqual(acknowledged);
  return states[match]!;
}

function apply(storage: Storage, before: State, step: Exclude<Step, { kind: 'compact' }>, serial: number) {
  if (step.kind === 'replace') {
    const contents = contentsOf(step.count);
    const after = { small: new Map(), large: byId(freshRows(step.count)), late: byId(freshRows(step.count)) };
    return { work: () => storage.replace(contents), after };
  }
  const rows = rowsOf(step.from, step.count, `${step.kind}-${serial}`);
  const after = { ...before, [step.table]: new Map(before[step.table]) };
  const change: { added: Row[]; updated: Row[]; removed: string[] } = { added: [], updated: [], removed: [] };
  for (const row of rows) {
    const id = row['id'] as string;
    if (step.kind === 'remove') {
      if (after[step.table].delete(id)) change.removed.push(id);
    } else {
      (after[step.table].has(id) ? change.updated : change.added).push(row);
      after[step.table].set(id, row);
    }
  }
  const changes: ChangeSet = { [step.table]: change };
  return { work: () => storage.commit(changes), after };
}

const rowsOf = (from: number, count: number, text: string): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(1_000_000 + from + at), text }));
const byId = (rows: readonly Row[]) => new Map(rows.map((row) => [row['id'] as string, row]));
const freshRows = (count: number) => rowsOf(0, count, 'fresh');
const contentsOf = (count: number) => ({
  snapshot: inBlocks({
    format: 'svc-playground',
    version: 1,
    tables: { small: [], large: freshRows(count), late: freshRows(count) },
  }),
  vault: [],
});
const sorted = (rows: readonly Row[]) =>
  rows.toSorted((a, b) => ((a['id'] as string) < (b['id'] as string) ? -1 : 1));
const plain = (state: State) => ({
  small: sorted([...state.small.values()]),
  large: sorted([...state.large.values()]),
  late: sorted([...state.late.values()]),
});
const tablesOf = async (found: Stored | null) => {
  const { small = [], large = [], late = [] } = found ? await wholeOf(found) : {};
  return { small, large, late };
};
