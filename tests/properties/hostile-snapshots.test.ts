/**
 * Any corrupted snapshot is refused with the error, or the platform that opens works. A test of the checks alone would
 * trust their list of what can break; here the endpoints test it.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlatform, loadOpening, SnapshotInvalid } from '../../engine/inside.ts';
import type { Platform, Snapshot } from '../../engine/index.ts';
import { admissionRules } from '../../engine/admission/index.ts';
import { endpoints } from '../../testing/endpoints.ts';
import { demandWorks } from '../support/demand-works.ts';
import { proved, proving } from '../support/prove.ts';
import { rounds } from '../support/rounds.ts';
import { wholeSnapshot } from '../support/whole-snapshot.ts';

const world = await wholeSnapshot();
const { snapshot: whole, send } = world;
const names = Object.keys(whole.tables);

/** Plain data that may be changed in place. */
type Mutable = Record<string, unknown>;
type Tables = Record<string, Mutable[]>;

const absent = Symbol('absent');

const strange = fc.oneof(
  fc.constantFrom<unknown>(
    ...[8.64e15, -8.64e15, 3.47e12, 1.7e12, 6.3e11, '9007199254740993', '6000000000000000000'],
    ...[absent, undefined, null, true, false, 0, -1, 1.5, 1e300, 2 ** 53, Number.NaN, Infinity, -0],
    ...['', ' ', '0', '5', 'x', '__proto__', 'constructor', '\ud800', '<b>', '9'.repeat(19), '9'.repeat(30)],
    ...[[], {}, [null], ['x'], [[]], { mode: 'running' }, { $bytes: '!' }, new Date(0), 10n],
  ),
  fc.jsonValue({ maxDepth: 2 }),
  fc.integer(),
  fc.stringMatching(/^\d{1,25}$/),
  fc.date({ noInvalidDate: true }).map(Number),
);

/** Selected by numbers, so that a failure shrinks to a simple one. */
const corruption = fc.record({
  what: fc.constantFrom(
    'field',
    'deep',
    'mixed',
    'extra',
    'row',
    'twice',
    'gone',
    'table',
    'added',
    'text' as const,
  ),
  table: fc.nat(names.length - 1),
  row: fc.nat(),
  field: fc.nat(),
  other: fc.nat(),
  name: fc.constantFrom('__proto__', 'constructor', 'toString', 'marks', ''),
  strange,
});
type Corruption = typeof corruption extends fc.Arbitrary<infer T> ? T : never;

function put(holder: Mutable, name: string, value: unknown): void {
  if (value === absent) Reflect.deleteProperty(holder, name);
  else Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

/** A place somewhere inside a row, with its parent. */
function deepest(row: Mutable, steps: number): readonly [Mutable, string] {
  let [holder, name] = [row, Object.keys(row)[steps % Object.keys(row).length]!];
  for (let left = steps; ; left = Math.floor(left / 3)) {
    const held = holder[name];
    if (typeof held !== 'object' || held === null || ArrayBuffer.isView(held)) return [holder, name];
    const inside = Object.keys(held);
    if (inside.length === 0 || left === 0) return [holder, name];
    [holder, name] = [held as Mutable, inside[left % inside.length]!];
  }
}

function corrupt(tables: Tables, by: Corruption): void {
  const name = names[by.table]!;
  const rows = tables[name];
  if (by.what === 'table') return put(tables, name, by.strange);
  if (by.what === 'added') return put(tables, by.name, by.strange);
  if (!Array.isArray(rows) || rows.length === 0) return;
  const at = by.row % rows.length;
  const row = rows[at];
  if (by.what === 'row') return void (rows[at] = by.strange as Mutable);
  if (by.what === 'gone') return void rows.splice(at, 1 + (by.other % 3 === 0 ? rows.length : 0));
  if (typeof row !== 'object' || (row as unknown) === null) return;
  if (by.what === 'twice') return void rows.push(structuredClone(row));
  if (by.what === 'extra') return put(row, by.name, by.strange);
  const fields = Object.keys(row);
  if (fields.length === 0) return;
  const field = fields[by.field % fields.length]!;
  if (by.what === 'field') return put(row, field, by.strange);
  if (by.what === 'deep') return put(...deepest(row, by.field), by.strange);
  if (by.what === 'text') return void (rows[at] = JSON.parse(JSON.stringify(row)) as Mutable);
  // Values that are valid elsewhere: from another row, or another field.
  const other = rows[by.other % rows.length];
  const from = by.other % 2 ? other?.[field] : row[fields[by.other % fields.length]!];
  put(row, field, from);
}

async function opened(snapshot: Snapshot): Promise<Platform | null> {
  const read = await refusalOf(snapshot);
  try {
    const platform = createPlatform({ snapshot, send });
    expect(read, 'read piece by piece it is found good, too').toBeNull();
    return platform;
  } catch (error) {
    expect(error).toBeInstanceOf(SnapshotInvalid);
    const { table, key, field, reason } = error as SnapshotInvalid;
    expect(reason).not.toBe('');
    expect(typeof table, 'it says in which table').toBe('string');
    expect([key, field].every((each) => each === null || typeof each === 'string')).toBe(true);
    expect(read, 'read piece by piece it is refused for the same').toEqual({ table, key, field, reason });
    return null;
  }
}

/** Why a reader of files refuses it, with other rows in between; null if it does not. */
async function refusalOf(snapshot: Snapshot): Promise<object | null> {
  const { blocksOf, SnapshotReader } = await loadOpening();
  try {
    const reader = new SnapshotReader(snapshot, admissionRules());
    for (const block of blocksOf(snapshot)) reader.add(block);
    await reader.finish(() => Promise.resolve());
    return null;
  } catch (error) {
    if (!(error instanceof SnapshotInvalid)) throw error;
    const { table, key, field, reason } = error;
    return { table, key, field, reason };
  }
}

/** The short form calls one endpoint in three each time. */
const nth = proving ? 1 : 3;

test('R2: a corrupted snapshot is refused with table, key, field and reason, or the platform answers without code 131', async () => {
  let works = 0;
  let refused = 0;
  let calls = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(corruption, { minLength: 1, maxLength: 2 }),
      fc.nat(nth - 1),
      async (corruptions, first) => {
        const tables = structuredClone(whole.tables) as unknown as Tables;
        for (const each of corruptions) corrupt(tables, each);
        const platform = await opened({ ...whole, tables: tables });
        if (!platform) {
          refused++;
          return;
        }
        works++;
        await demandWorks(platform, world, { first, nth, heard: () => calls++ });
      },
    ),
    rounds(150, 30_000),
  );
  proved(
    `hostile snapshots: ${refused + works} corrupted, ${refused} refused at the door, ${works} opened and answered ${calls} calls`,
  );
  // If everything were refused, or nothing, the test would prove little.
  expect(refused).toBeGreaterThan(works / 10);
  expect(works).toBeGreaterThan(refused / 10);
});

test('the snapshot that is corrupted has rows in every table', () => {
  expect(Object.keys(whole.tables).filter((name) => whole.tables[name]!.length === 0)).toEqual([]);
});

test('the snapshot as it is answers every endpoint, and every kind of caller that may read it', async () => {
  const served = new Set<string>();
  const refused = new Map<string, string>();
  await demandWorks((await opened(structuredClone(whole)))!, world, {
    ...{ first: 0, nth: 1 },
    heard: ({ id, kind, message }, { status, text }) => {
      const by = message.method ?? 'GET';
      if (status < 400) served.add(id);
      else refused.set(by === 'GET' ? `${id} by ${kind}` : id, `${status} ${text.slice(0, 200)}`);
    },
  });
  // Acts that work only once are done by the first caller who may.
  for (const id of served) refused.delete(id);
  expect(Object.fromEntries(refused)).toEqual({});
  expect(endpoints.map(({ id }) => id).filter((id) => !served.has(id))).toEqual([]);
});
