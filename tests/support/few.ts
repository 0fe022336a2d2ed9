/** The starter's world with few rows: every table that it fills has some, and everything that examples name exists. */
import { createPlatform } from '../../engine/index.ts';
import type { Row, Snapshot } from '../../engine/inside.ts';
import {
  exampleCatalog,
  exampleFeed,
  exampleProduct,
  exampleSet,
} from '../../engine/endpoints/catalog/examples.ts';
import { dueJob, dueName } from '../../engine/feeds/queue.ts';
import { rules } from '../../engine/state/rules/index.ts';
import { tables as specs } from '../../engine/state/tables/index.ts';
import { endpoints } from '../../testing/endpoints.ts';
import { endpointOf } from '../../testing/examples.ts';
import { inhabitedStarter } from '../../testing/platform.ts';

/** The minimum number of rows in a table, if the starter has that many, and how many are added to the required ones. */
const [least, more] = [2, 5];

type Starter = Awaited<ReturnType<typeof inhabitedStarter>>;

let few: Promise<Starter> | undefined;

/** Cheap to copy and to open many thousand times; the whole starter takes 60 ms. */
export const fewOfStarter = (): Promise<Starter> => (few ??= choose());

async function choose(): Promise<Starter> {
  const { snapshot: inhabited, credentials } = await inhabitedStarter();
  const whole = createPlatform({ snapshot: inhabited });
  await whole.seedPopulation('ads');
  const snapshot = whole.snapshot();
  const names = Object.keys(snapshot.tables) as Name[];
  const rowsOf = (name: Name): readonly Row[] => snapshot.tables[name]!;
  const all = new Map(
    names.map((name) => [name, new Map(rowsOf(name).map((row) => [keyIn(name, row), row]))]),
  );
  const kept = new Map(names.map((name) => [name, new Set<string>()]));
  /** A row, with the rows that it refers to. */
  const bring = (name: Name, key: string): void => {
    if (kept.get(name)!.has(key)) return;
    kept.get(name)!.add(key);
    for (const [table, other] of references(name, all.get(name)!.get(key)!)) bring(table, other);
  };
  const first = createPlatform({ scenario: 'small' }).snapshot();
  const named = JSON.stringify(endpoints.map(({ example }) => example));
  for (const name of names) {
    const had = new Set(first.tables[name]!.map((row) => keyIn(name, row)));
    for (const key of all.get(name)!.keys()) if (had.has(key) || named.includes(`"${key}"`)) bring(name, key);
    for (const key of [...all.get(name)!.keys()].slice(0, least)) bring(name, key);
  }
  for (const name of names) {
    const fits = (row: Row) => references(name, row).every(([table, key]) => kept.get(table)!.has(key));
    const others = rowsOf(name).filter((row) => !kept.get(name)!.has(keyIn(name, row)) && fits(row));
    for (const row of others.slice(0, more)) bring(name, keyIn(name, row));
  }
  const polled = new Set(
    rowsOf('posts').flatMap((row) => (kept.get('posts')!.has(keyIn('posts', row)) ? [row['poll_id']] : [])),
  );
  for (const poll of kept.get('polls')!) if (!polled.has(poll)) kept.get('polls')!.delete(poll);
  const tables = Object.fromEntries(
    names.map((name) => [name, rowsOf(name).filter((row) => kept.get(name)!.has(keyIn(name, row)))]),
  );
  const jobs = [...tables['jobs']!, feedJob];
  return { snapshot: { ...snapshot, tables: { ...tables, ...shop, jobs } }, credentials };
}

const [miraId, jonasId] = ['2244994945', '2244994946'];

/** The catalog, product, set and feed that examples name, which belong to mira; jonas may have one. */
const shop: Readonly<Record<string, readonly Row[]>> = {
  merchants: [miraId, jonasId].map((user_id) => ({ user_id, early_access: true, terms_accepted_at: 0 })),
  catalogs: [{ id: exampleCatalog, owner_id: miraId, name: 'Northwind shop', products_made: 1 }],
  products: [
    {
      ...(endpointOf('putProducts').example.body as { products: readonly [Row] }).products[0],
      ...{
        product_key: `${exampleCatalog}:${exampleProduct}`,
        catalog_id: exampleCatalog,
        made: 0,
        writer: 0,
      },
    },
  ],
  product_writers: [
    {
      ...{ id: `${exampleCatalog}:0`, catalog_id: exampleCatalog, number: 0, at: 0 },
      ...{ request_id: 'put', run_id: null, feed_url: null },
    },
  ],
  product_sets: [
    {
      ...{ id: exampleSet, catalog_id: exampleCatalog, name: 'By hand', description: '', type: 'MANUAL' },
      ...{ product_ids: [exampleProduct], filters: null, processing: false },
    },
  ],
  product_feeds: [
    {
      ...{
        id: exampleFeed,
        catalog_id: exampleCatalog,
        feed_url: 'https://shop.northwind.example/products.csv',
      },
      ...{ feed_format: 'CSV', frequency: 'DAILY', repeat: 1, start_time: '2026-03-02T06:00:00' },
      ...{ time_zone: 'UTC', created_at: 0, updated_at: 0, taken: null },
    },
  ],
};

const feedJob = {
  ...{ id: dueJob(exampleFeed), name: dueName, due: Date.UTC(2026, 2, 3, 6), every_ms: null },
  data: exampleFeed,
};

/** Without the rows that examples of other calls name: a user has one catalog. */
export const withoutCatalogs = ({ tables, ...rest }: Snapshot): Snapshot => ({
  ...rest,
  tables: { ...tables, catalogs: [], products: [], product_writers: [], product_sets: [], product_feeds: [] },
});

type Name = keyof typeof specs;

const keyIn = (name: Name, row: Row): string => row[specs[name].key] as string;

const references = (name: Name, row: Row): (readonly [Name, string])[] =>
  Object.entries(rules[name].fields).flatMap(([field, { refersTo }]) => {
    if (refersTo === undefined || row[field] === null) return [];
    return [row[field]].flat().map((key) => [refersTo as Name, key as string] as const);
  });
