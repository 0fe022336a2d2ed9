import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import type { LatePiece, Row } from '../../engine/inside.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { inBlocks, wholeOf } from '../../tests/support/snapshot-blocks.ts';
import type { Stored } from './loader.ts';
import { Storage } from './storage.ts';

const shape = { users: { key: 'id' }, products: { key: 'id', big: true, isLate: true } } as const;

const opened: Storage[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(opened.splice(0).map((storage) => storage.close()));
});

let names = 0;
const freshName = () => `late-${++names}`;

async function open(name: string, schemaVersion = 1): Promise<{ storage: Storage; stored: Stored | null }> {
  const storage = await Storage.open({ name, shape, schemaVersion, changed: () => {}, fenced: () => {} });
  opened.push(storage);
  expect(storage.kept.kind).toBe('saved');
  return { storage, stored: storage.take() };
}

const row = (at: number, text = 'first'): Row => ({ id: String(1_000_000 + at), text });
const rows = (count: number): Row[] => Array.from({ length: count }, (_, at) => row(at));

/** A database with this many products and one user, as a closed tab leaves it. */
async function stored(count: number): Promise<string> {
  const name = freshName();
  const { storage } = await open(name);
  const tables = { users: [{ id: '1' }], products: rows(count) };
  await storage.replace({ snapshot: inBlocks({ format: 'svc-playground', version: 1, tables }), vault: [] });
  await storage.close();
  return name;
}

const piecesOf = (found: Stored | null) => found!.late!.pieces[Symbol.asyncIterator]();
const rowsOf = ({ value }: IteratorResult<LatePiece, unknown>): Row[] =>
  (value as LatePiece).blocks.flatMap((block) => block.rows);
const productsOf = async (found: Stored | null) => (await wholeOf(found!))['products'];

test('the blocks of a big table are read after the rest, in key order', async () => {
  const { stored: found } = await open(await stored(9000));
  expect([...found!.snapshot.blocks].map(({ table }) => table)).not.toContain('products');
  const shares: number[] = [];
  const seen: Row[] = [];
  for await (const { blocks, share } of found!.late!.pieces) {
    shares.push(share);
    seen.push(...blocks.flatMap((block) => block.rows));
  }
  expect(found!.late!.tables).toEqual(['products']);
  expect(shares).toEqual([1 / 3, 2 / 3, 1]);
  expect(seen).toEqual(rows(9000));
});

test('a table of one block is read with the rest', async () => {
  const { stored: found } = await open(await stored(1200));
  expect(found!.late).toBeNull();
  expect(await productsOf(found)).toEqual(rows(1200));
});

test('tables that a migration has to change are read with the rest', async () => {
  const { stored: found } = await open(await stored(3000), 2);
  expect(found!.late).toBeNull();
  expect(await productsOf(found)).toEqual(rows(3000));
});

test('the log counts, however much of it is compacted meanwhile', async () => {
  const name = await stored(9000);
  const before = await open(name);
  await before.storage.commit({
    products: {
      // Changes in the second range, so many that its blocks are cut; in the third, a whole block is removed.
      added: Array.from({ length: 2500 }, (_, at) => ({ id: `1004500-${10_000 + at}`, text: 'added' })),
      updated: [row(0, 'changed'), row(8999, 'changed')],
      removed: rows(9000)
        .slice(6000, 7100)
        .map(({ id }) => id as string),
    },
  });
  const expected = await productsOf((await reopened(name, before.storage)).stored);
  expect(expected).toHaveLength(9000 + 2500 - 1100);
  const { storage, stored: found } = await open(name);
  const pieces = piecesOf(found);
  const seen = rowsOf(await pieces.next());
  await storage.compact();
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) seen.push(...rowsOf(next));
  expect(seen).toEqual(expected);
});

/** The next tab. The previous one had compacted nothing. */
async function reopened(name: string, before: Storage) {
  await before.close();
  return open(name);
}

test('changes committed meanwhile are there after the next start', async () => {
  const name = await stored(5000);
  const { storage, stored: found } = await open(name);
  const pieces = piecesOf(found);
  await pieces.next();
  await storage.commit({ users: { added: [{ id: '2' }], updated: [], removed: [] } });
  await pieces.return!(undefined); // the tab is killed
  const next = await reopened(name, storage);
  expect(await wholeOf(next.stored!)).toEqual({ users: [{ id: '1' }, { id: '2' }], products: rows(5000) });
});

test('reading ends when the storage is released, and nothing is changed', async () => {
  const name = await stored(9000);
  const { storage, stored: found } = await open(name);
  const pieces = piecesOf(found);
  await pieces.next();
  await storage.close();
  // One more piece was already being read.
  await expect(pieces.next().then(() => pieces.next())).rejects.toThrow();
  expect(await productsOf((await open(name)).stored)).toEqual(rows(9000));
});

test('a second tab reads everything itself, while the first is still reading', async () => {
  const name = await stored(9000);
  const first = await open(name);
  const pieces = piecesOf(first.stored);
  await pieces.next();
  const second = await open(name);
  expect(await productsOf(second.stored)).toEqual(rows(9000));
  await eventually(async () => expect((await pieces.next()).done).toBe(true));
});
