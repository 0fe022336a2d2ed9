/** A platform whose products load when a test says so. */
import { setImmediate } from 'node:timers/promises';
import { composePlatform, families } from '../../engine/inside.ts';
import type {
  ComposeOptions,
  Credential,
  LateBlocks,
  LatePiece,
  Row,
  Snapshot,
} from '../../engine/inside.ts';
import { openSnapshot } from '../../engine/state/open-snapshot.ts';
import { createCatalog, createFeed, openCatalogTo, product, putProducts } from '../../testing/merchant.ts';
import { caller, start } from '../../testing/platform.ts';
import { ShopHost } from './shop-host.ts';
import { inBlocks } from './snapshot-blocks.ts';
import { mira } from '../../testing/worlds.ts';

/** Rows of a table as a slow storage returns them: in pieces, each on demand. */
export class SlowRows implements LateBlocks {
  readonly tables: readonly string[];
  readonly pieces: AsyncIterable<LatePiece>;
  #go: () => void = () => undefined;
  #allowed = 0;
  #failure: Error | null = null;

  constructor(table: string, rows: readonly Row[], together = 2) {
    this.tables = [table];
    this.pieces = this.#flow(table, rows, together);
  }

  /** Releases this many more pieces, or all. */
  give(pieces = Infinity): void {
    this.#allowed += pieces;
    this.#go();
  }

  /** Makes the next read fail. */
  fail(error: Error): void {
    this.#failure = error;
    this.#go();
  }

  async *#flow(table: string, rows: readonly Row[], together: number): AsyncGenerator<LatePiece> {
    for (let at = 0; at < rows.length; at += together) {
      while (this.#allowed === 0 && !this.#failure)
        await new Promise<void>((resolve) => (this.#go = resolve));
      if (this.#failure) throw this.#failure;
      this.#allowed--;
      const end = Math.min(rows.length, at + together);
      yield { blocks: [{ table, rows: rows.slice(at, end) }], share: end / rows.length };
    }
  }
}

/** Continues from a snapshot, with its products late. */
export function continueLate(
  snapshot: Snapshot,
  credentials: readonly Credential[],
  options: Omit<ComposeOptions, 'families' | 'snapshot'> = {},
  products: readonly Row[] = snapshot.tables['products']!,
) {
  const tables = Object.fromEntries(Object.entries(snapshot.tables).filter(([name]) => name !== 'products'));
  const rows = new SlowRows('products', products);
  const platform = composePlatform({
    families,
    ...options,
    snapshot: openSnapshot(inBlocks({ ...snapshot, tables }), rows),
  });
  return { platform, rows, as: caller(platform, credentials) };
}

/** A catalog with products, a manual set and one with filters, and a feed that is due every hour. */
export async function shop(products = 9) {
  const host = new ShopHost();
  const header = 'id,title,description,availability,condition,price,link,image_link,brand';
  const row =
    'p3,Changed,What it is.,in stock,new,4.00 USD,https://a.example/3,https://a.example/3.jpg,Northwind';
  host.serve('https://shop.example/products.csv', `${header}\n${row}\n`);
  const { platform, as } = await start({ open: host.open });
  await openCatalogTo(platform, mira);
  const user = as.user();
  const catalog = await createCatalog(user);
  for (let at = 0; at < products; at += 1000) {
    const some = Array.from({ length: Math.min(1000, products - at) }, (_, more) =>
      product(`p${at + more}`, { price: `${at + more + 1}.00 USD` }),
    );
    await putProducts(user, catalog, ...some);
  }
  await user.post(`${catalog}/product_sets`, { name: 'By hand', type: 'MANUAL', product_ids: ['p1', 'p7'] });
  const filters = [{ attribute: 'price', operator: 'LESS_THAN', value: '5.00 USD' }];
  await user.post(`${catalog}/product_sets`, { name: 'Found', type: 'FILTERED', filters });
  await createFeed(user, catalog, { frequency: 'HOURLY' });
  await platform.clock.advance(1);
  return { host, catalog, snapshot: platform.snapshot(), credentials: platform.initialCredentials };
}

/** Whether a promise has settled after all other tasks have run. */
export async function isOver(work: Promise<unknown>): Promise<boolean> {
  const seen = { isOver: false };
  const end = (): void => void (seen.isOver = true);
  work.then(end, end);
  for (let turn = 0; turn < 50 && !seen.isOver; turn++) await setImmediate();
  return seen.isOver;
}
