import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { ChangeSet, Row } from '../../engine/inside.ts';
import { inBlocks, whole } from '../../tests/support/snapshot-blocks.ts';
import { Database } from './dexie-database.ts';
import { Storage } from './storage.ts';

const shape = { runs: { key: 'id' }, products: { key: 'id', big: true } } as const;

let names = 0;
const open = (name: string): Promise<Storage> =>
  Storage.open({ name, shape, schemaVersion: 1, changed: () => {}, fenced: () => {} });

async function filled(products: readonly Row[]): Promise<{ name: string; storage: Storage }> {
  const name = `append-${++names}`;
  const storage = await open(name);
  const tables = { runs: [], products: [...products] };
  await storage.replace({ snapshot: inBlocks({ format: 'svc-playground', version: 1, tables }), vault: [] });
  return { name, storage };
}

const rows = (from: number, count: number, text = 'x'): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(10_000_000 + from + at), text }));

const added = (products: readonly Row[], lines: number): ChangeSet => ({
  products: { added: products, updated: [], removed: [] },
  runs: { added: [], updated: [{ id: 'run', lines }], removed: [] },
});

/** The number of products in the log. */
async function logged(name: string): Promise<number> {
  const database = new Database(name);
  await database.open();
  const records = await database.log.toArray();
  database.close();
  return records.reduce((sum, { changes }) => sum + (changes.get('products')?.size ?? 0), 0);
}

async function found(name: string): Promise<unknown> {
  const storage = await open(name);
  const { tables } = whole(storage.take()!.snapshot);
  await storage.close();
  return tables;
}

test('many new rows after all others are written once, and not to the log', async () => {
  const { name, storage } = await filled(rows(0, 1200));
  for (let part = 0; part < 4; part++) await storage.commit(added(rows(2000 + part * 600, 600), part));
  expect(await logged(name)).toBe(0);
  await storage.close();
  expect(await found(name)).toEqual({
    runs: [{ id: 'run', lines: 3 }],
    products: [...rows(0, 1200), ...rows(2000, 2400)],
  });
});

test('after a start the last block tells which rows are after all others', async () => {
  const { name, storage } = await filled([]);
  await storage.commit(added(rows(0, 900), 1));
  await storage.close();
  const next = await open(name);
  await next.commit(added([...rows(800, 100, 'again'), ...rows(900, 500)], 2));
  expect(await logged(name), 'rows that exist already').toBe(100);
  await next.close();
  expect(await found(name)).toEqual({
    runs: [{ id: 'run', lines: 2 }],
    products: [...rows(0, 800), ...rows(800, 100, 'again'), ...rows(900, 500)],
  });
});

test('a key in the log counts until it is compacted: such a row goes to the log', async () => {
  const { name, storage } = await filled(rows(0, 100));
  await storage.commit(added([{ id: '10005000', text: 'early' }], 1));
  await storage.commit({ products: { added: [], updated: [], removed: ['10005000'] } });
  await storage.commit(added(rows(4500, 1200), 2));
  expect(await logged(name), 'the early one twice, and 501 up to its key').toBe(503);
  await storage.compact();
  await storage.close();
  expect(await found(name)).toMatchObject({ products: [...rows(0, 100), ...rows(4500, 1200)] });
});
