/** A feed's run imports a generated file, with ten sets, while other calls are made. */
import type { Recipe } from '../../../engine/inside.ts';
import type { Playground } from '../../../worker/api.ts';
import type { Called } from '../feed-calls.ts';

export interface Ingested {
  /** How long each GET of a page of products waited before the run, in ms. */
  readonly idle: readonly number[];
  /** The same during the run. */
  readonly waits: readonly number[];
  /** The duration of the run. */
  readonly ms: number;
  readonly storage: string;
}

const idleCalls = 60;
const msBetween = 100;

const setsOf = (at: number) => ({
  ...{ name: `Set ${at}`, type: 'FILTERED' },
  filters: [
    { attribute: 'price', operator: 'LESS_THAN', value: `${at * 40 + 20}.00 USD` },
    { attribute: 'inventory', operator: 'GREATER_THAN', value: '3' },
    { attribute: 'product_type', operator: 'CONTAINS', value: 'clothing' },
    { attribute: 'custom_label_0', operator: 'MATCH', value: 'winter' },
    { attribute: 'price', operator: 'GREATER_THAN', value: '2.00 USD' },
  ],
});

export async function ingest(
  playground: Playground,
  makeFeed: (feedUrl: string) => Promise<string>,
  callCatalog: Called,
  recipe: Recipe,
): Promise<Ingested> {
  await playground.generateFile('shop.csv', recipe);
  const feed = await makeFeed('https://files.northwind.example/shop.csv');
  const [{ id }] = (await callCatalog('GET', '')) as [{ id: string }];
  for (let at = 0; at < 10; at++) await callCatalog('POST', `/${id}/product_sets`, setsOf(at));
  const get = () => waited(() => callCatalog('GET', `/${id}/products?count=20`));

  const idle: number[] = [];
  while (idle.length < idleCalls) idle.push(await get());
  const began = performance.now();
  await playground.do('feeds.run', feed);
  const waits: number[] = [];
  while (!(await hasEnded(playground))) waits.push(await get());
  const ms = performance.now() - began;
  return { idle, waits, ms, storage: (await playground.greet()).storage.kind };
}

async function waited(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  const ms = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, msBetween));
  return ms;
}

/** Throws if the run did not succeed. */
async function hasEnded(playground: Playground): Promise<boolean> {
  const merchants = await playground.ask('merchants.all');
  const run = merchants.flatMap(({ catalog }) => catalog?.feeds ?? [])[0]?.runs[0];
  if (!run || run.finished_at === null) return false;
  if (run.status !== 'SUCCEEDED') throw new Error(run.status);
  return true;
}
