/** Products stored in a browser as if a feed had imported them: a million is too much to import in a test. */
import type { Page } from '@playwright/test';

/** Stores this many products in a catalog, in blocks of a thousand as the worker does. The page is blank afterwards. */
export async function storeProducts(page: Page, catalogId: string, products: number): Promise<void> {
  // No tab runs the engine meanwhile.
  await page.route('**/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto('./');
  await page.evaluate(
    async ({ catalogId, products }) => {
      const [known] = await indexedDB.databases();
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(known!.name!);
        request.onsuccess = () => resolve(request.result);
      });
      const kinds = ['Rain coat', 'Oil lamp', 'Thermos', 'Deck shoes', 'Chart case', 'Signal flag'];
      const makers = ['Skipper', 'Quay', 'Fjell', 'Drift', 'Salt', 'Breton', 'harbour'];
      const rowOf = (at: number) => {
        const id = `NW-${String(at).padStart(7, '0')}`;
        const mixed = (at * 2_654_435_761) % 4_294_967_296;
        return {
          ...{ product_key: `${catalogId}:${id}`, catalog_id: catalogId, made: at, id },
          title: `${makers[mixed % 7]!} ${kinds[mixed % 6]!.toLowerCase()} ${mixed % 5000}`,
          description: `Number ${at}. ${'wind and rain '.repeat(6)}`,
          availability: mixed % 9 === 0 ? 'discontinued' : 'in stock',
          condition: 'new',
          price: `${(5 + (mixed % 40_000) / 100).toFixed(2)} ${mixed % 10 === 0 ? 'EUR' : 'USD'}`,
          link: `https://shop.northwind.example/p/${at}`,
          image_link: `https://shop.northwind.example/i/${at}.jpg`,
          brand: 'Northwind',
          product_type: `Home > Kitchen > ${mixed % 40}`,
          ...(mixed % 4 !== 0 && { inventory: mixed % 400 }),
        };
      };
      for (let at = 0; at < products; at += 1000) {
        const transaction = database.transaction('blocks', 'readwrite');
        const rows = Array.from({ length: Math.min(1000, products - at) }, (_, more) => {
          const row = rowOf(at + more);
          return [row.product_key, row] as const;
        });
        const from = at === 0 ? '' : rows[0]![0];
        transaction.objectStore('blocks').put({ table: 'products', from, rows });
        await new Promise((resolve) => (transaction.oncomplete = resolve));
      }
      database.close();
    },
    { catalogId, products },
  );
  await page.unroute('**/*.js');
  await page.goto('about:blank');
}
