import type { Page } from '@playwright/test';
import { expect, open, test } from '../../support/harness/fixtures.ts';
import type { Profile } from '../../support/harness/fixtures.ts';
import { proved, proving } from '../../support/prove.ts';

/** Of about 300 bytes each. SIZES and ROUNDS are others than these. */
const sizes = proving ? (process.env['SIZES'] ?? '0,100000,1000000').split(',').map(Number) : [6000];
const rounds = proving ? Number(process.env['ROUNDS'] ?? 3) : 1;
const blockSize = 1000;

test('a reload answers calls that need no products before they are loaded, and then has all products', async ({
  harnessSite,
  newProfile,
}) => {
  const { url } = harnessSite;
  const name = `svc-playground:${new URL(url).pathname}`;
  const profiles = new Map<number, Profile>();
  for (const products of sizes) {
    const profile = await newProfile();
    const { page, kill } = await profile.start();
    await leaveProducts(page, url, name, products);
    await kill();
    profiles.set(products, profile);
  }
  const measured = new Map<number, Measured[]>(sizes.map((products) => [products, []]));
  for (let round = 0; round < rounds; round++)
    for (const [products, profile] of profiles) {
      const { page, kill } = await profile.start();
      await page.goto(url);
      await whole(page);
      await page.goto(url); // a browser that has just been started is slower
      const found = await whole(page);
      const bare = await bareRead(page, name);
      expect(bare.rows).toBe(products);
      expect(await stateOf(page)).toEqual({ loading: null, kind: 'saved' });
      if (!proving) expect(await productsOf(page)).toBe(products);
      measured.get(products)!.push({ ...found, bare: bare.ms });
      await kill();
    }
  for (const [products, all] of measured) tell(products, all, measured.get(0));
});

interface Measured {
  /** When the first call was answered, in ms since the page was asked for. */
  readonly first: number;
  /** When everything was there. */
  readonly whole: number;
  /** How long nothing but reading takes, in ms. */
  readonly bare: number;
}

function tell(products: number, all: readonly Measured[], without: readonly Measured[] | undefined): void {
  const of = (of: readonly Measured[], pick: (each: Measured) => number) =>
    of.map(pick).sort((a, b) => a - b)[of.length >> 1]!;
  const [first, there, bare] = [
    of(all, (each) => each.first),
    of(all, (each) => each.whole),
    of(all, (each) => each.bare),
  ];
  const times = without
    ? `, ${(first / of(without, (each) => each.first)).toFixed(2)} times without any`
    : '';
  const reads =
    products > 0 ? `, ${(there / bare).toFixed(2)} times a bare read of ${Math.round(bare)} ms` : '';
  proved(
    `reload with ${products.toLocaleString('en')} products, medians of ${all.length}: first call answered after ${Math.round(first)} ms${times}; whole after ${Math.round(there)} ms${reads}`,
  );
}

/** Resolves when the page has everything. */
const whole = (page: Page): Promise<Omit<Measured, 'bare'>> =>
  page.evaluate(async () => {
    const { playground, firstAnswer, events } = await harness;
    const isOver = () =>
      events.find(({ event }) => event.type === 'loading' && event.loading === null)?.at ?? null;
    const wasLoading = (await playground.greet()).loading !== null;
    while (wasLoading && isOver() === null) await new Promise((resolve) => setTimeout(resolve, 5));
    const over = isOver();
    return {
      first: firstAnswer,
      whole: over === null ? firstAnswer : over - performance.timeOrigin,
    };
  });

const stateOf = (page: Page) =>
  page.evaluate(async () => {
    const { playground } = await harness;
    const { loading, storage } = await playground.greet();
    return { loading, kind: storage.kind };
  });

const productsOf = (page: Page) =>
  page.evaluate(async () => {
    const { tables } = await (await harness).playground.exportSnapshot();
    return new Set(tables['products']!.map((row) => row['product_key'])).size;
  });

/** The blocks of the products and nothing else, as many at a time as is fast. */
const bareRead = (page: Page, name: string): Promise<{ rows: number; ms: number }> =>
  page.evaluate(async (name) => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
      });
    const database = await done(indexedDB.open(name));
    const began = performance.now();
    let rows = 0;
    let from: IDBValidKey = ['products', ''];
    for (;;) {
      const range = IDBKeyRange.bound(from, ['products', []], rows > 0, true);
      const store = database.transaction('blocks').objectStore('blocks');
      const blocks = (await done(store.getAll(range, 16))) as { from: string; rows: unknown[] }[];
      for (const block of blocks) rows += block.rows.length;
      if (blocks.length < 16) break;
      from = ['products', blocks.at(-1)!.from];
    }
    const ms = performance.now() - began;
    database.close();
    return { rows, ms };
  }, name);

/** A playground with so many products, in blocks of a thousand as the worker keeps them. */
async function leaveProducts(page: Page, url: string, name: string, products: number): Promise<void> {
  await open(page, url);
  await page.route('**/*.js', (route) => route.abort()); // nobody runs the engine meanwhile
  await page.goto(url);
  await page.evaluate(
    async ({ name, products, blockSize }) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
      });
      const keyOf = (at: number) => `shop:sku-${String(at).padStart(9, '0')}`;
      const rowOf = (at: number) => ({
        ...{
          product_key: keyOf(at),
          catalog_id: 'shop',
          made: (at * 7919) % products,
          id: keyOf(at).slice(5),
        },
        ...{ title: `Storm lantern ${at}`, description: `Number ${at}. ${'wind and rain '.repeat(6)}` },
        ...{ availability: 'in stock', condition: 'new', price: `${(at % 500) + 1}.00 USD` },
        link: `https://shop.northwind.example/p/${at}`,
        image_link: `https://shop.northwind.example/i/${at}.jpg`,
        ...{ brand: 'Northwind', google_product_category: 'Home & Garden' },
        ...{ product_type: `Home > Kitchen > ${at % 40}`, inventory: at % 50 },
      });
      for (let at = 0; at < products; at += blockSize) {
        const transaction = database.transaction('blocks', 'readwrite');
        const rows = Array.from({ length: Math.min(blockSize, products - at) }, (_, more) => {
          const row = rowOf(at + more);
          return [row.product_key, row] as const;
        });
        const from = at === 0 ? '' : rows[0]![0];
        transaction.objectStore('blocks').put({ table: 'products', from, rows });
        await new Promise((resolve) => (transaction.oncomplete = resolve));
      }
      database.close();
    },
    { name, products, blockSize },
  );
  await page.unroute('**/*.js');
}
