/**
 * A snapshot whose fields have arbitrary values of their types: it is refused with table, row and field, or every value
 * in it is accepted where it is set, every endpoint answers, and no rejection is unhandled.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlatform, SnapshotInvalid } from '../../engine/index.ts';
import type { Platform, Row, Snapshot } from '../../engine/inside.ts';
import { rules } from '../../engine/state/rules/index.ts';
import { demandWorks } from '../support/demand-works.ts';
import { refusedAtDoors } from '../support/doors.ts';
import { proved, proving } from '../support/prove.ts';
import { rounds } from '../support/rounds.ts';
import { wholeSnapshot } from '../support/whole-snapshot.ts';

const world = await wholeSnapshot();
const { snapshot: whole } = world;

const unhandled: unknown[] = [];
const note = (error: unknown) => void unhandled.push(error);
beforeAll(() => void process.on('unhandledRejection', note));
afterAll(() => void process.off('unhandledRejection', note));

const texts = [
  ...['', ' ', '\u200b', '\u0000', '\u202e', '\ud800', 'x'.repeat(100_001), 'bogus', 'é'],
  ...[
    'javascript:alert(1)',
    '/admin/delete?x=1',
    'http://127.0.0.1/',
    'https://[::1]/',
    'https://a.example/',
  ],
  ...['7', '-1', '9007199254740993', '9'.repeat(19), '2026-02-30T00:00:00', 'Mars/Olympus', '0.00 USD'],
];
const numbers = [-1, 0, 1, 1.5, 2 ** 31, 2 ** 53, 8.64e15, -8.64e15, Date.UTC(2079, 11)];

/** Values of a field's type, and null. */
function values(held: unknown): readonly unknown[] {
  if (typeof held === 'string') return [...texts, null];
  if (typeof held === 'number') return [...numbers, null];
  if (typeof held === 'boolean') return [!held, null];
  if (held === null) return [...texts, ...numbers, true, []];
  if (Array.isArray(held)) {
    const list = held as readonly unknown[];
    return [[], [...list, ...list], Array.from({ length: 300 }, () => list[0]), null];
  }
  return [{}, null];
}

interface Change {
  readonly table: string;
  readonly at: number;
  readonly field: string;
  readonly value: unknown;
}

/** Every field of every table, in its first row and its last. Nested values are changed too. */
const changes: readonly Change[] = Object.entries(whole.tables).flatMap(([table, rows]) =>
  [...new Set([0, rows.length - 1])].flatMap((at) =>
    Object.keys(rules[table as keyof typeof rules].fields).flatMap((field) => {
      const held = rows[at]![field];
      return [...values(held), ...inside(held)].map((value) => ({ table, at, field, value }));
    }),
  ),
);

/** With a different value somewhere inside. */
function inside(held: unknown): readonly unknown[] {
  if (typeof held !== 'object' || held === null || ArrayBuffer.isView(held)) return [];
  return Object.entries(held as Row).flatMap(([name, value]) =>
    values(value).map((other) =>
      Array.isArray(held) ? held.with(Number(name), other) : { ...held, [name]: other },
    ),
  );
}

function corrupted(all: readonly Change[]): Snapshot {
  const tables: Record<string, readonly Row[]> = { ...whole.tables };
  for (const { table, at, field, value } of all)
    tables[table] = tables[table]!.with(at, { ...tables[table]![at], [field]: value });
  return { ...whole, tables };
}

/** The opened platform, or the reason for the refusal. */
function opened(snapshot: Snapshot, faults: Error[]): Platform | SnapshotInvalid {
  try {
    return createPlatform({ snapshot, send: world.send, fault: (error) => void faults.push(error) });
  } catch (error) {
    if (error instanceof SnapshotInvalid) return error;
    throw error;
  }
}

/** The short form calls one endpoint in eight each time. */
const nth = proving ? 1 : 8;

test('a value of its type in any field is refused with table, row and field, or it passes its door and everything answers', async () => {
  let [refused, works] = [0, 0];
  const change = fc.nat(changes.length - 1).map((at) => changes[at]!);
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 2 }),
      fc.nat(nth - 1),
      async (all, first) => {
        const faults: Error[] = [];
        const platform = opened(corrupted(all), faults);
        if (platform instanceof SnapshotInvalid) {
          refused++;
          const { table, key, field, reason } = platform;
          expect([typeof table, typeof field]).toEqual(['string', 'string']);
          // A row with an invalid key has no name.
          expect(typeof key === 'string' || reason.startsWith('is not a key')).toBe(true);
          return;
        }
        works++;
        expect(await refusedAtDoors(platform, world)).toEqual([]);
        await demandWorks(platform, world, { first, nth, heard: () => undefined });
        expect([faults, unhandled]).toEqual([[], []]);
      },
    ),
    rounds(60, 20_000),
  );
  proved(`admission: ${changes.length} values of fields, ${refused} snapshots refused, ${works} opened`);
  expect(refused).toBeGreaterThan(works / 10);
  expect(works).toBeGreaterThan(0);
});

test('every field of every table is corrupted', () => {
  const fields = Object.values(rules).flatMap((each) => Object.keys(each.fields));
  const tried = new Set(changes.map(({ table, field }) => `${table} ${field}`));
  expect(tried.size).toBe(fields.length);
  expect(changes.length).toBeGreaterThan(4000);
});

test('the world as it is passes all its doors', async () => {
  const platform = opened(whole, []);
  if (platform instanceof SnapshotInvalid) throw platform;
  expect(await refusedAtDoors(platform, world)).toEqual([]);
});
