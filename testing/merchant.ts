/** Users who may have a product catalog. */
import type { Platform } from '../engine/index.ts';
import { adsHost } from './platform.ts';
import type { Answer, Client } from './platform.ts';
import { must } from './portal.ts';

/** Early access and terms, which give a user the Catalog API. */
export async function openCatalogTo(platform: Platform, userId: string): Promise<void> {
  must(await platform.do('catalog.setEarlyAccess', userId, true));
  must(await platform.do('catalog.setTermsAccepted', userId, true));
}

export const catalogs = `${adsHost}/5/product_catalogs`;

/** Creates a catalog of the caller. Gives its address. */
export async function createCatalog(by: Client, name = 'Shop'): Promise<string> {
  const { status, json } = await by.post(catalogs, { name });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(json)}`);
  return `${catalogs}/${(json['data'] as unknown as { id: string }).id}`;
}

/** Only the required attributes of a product. */
export const product = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
  id,
  title: `Product ${id}`,
  description: 'What it is.',
  availability: 'in stock',
  condition: 'new',
  price: '20.00 USD',
  link: `https://shop.example/${id}`,
  image_link: `https://shop.example/${id}.jpg`,
  brand: 'Northwind',
  ...more,
});

/** Creates a feed of a catalog. Gives its address. */
export async function createFeed(
  by: Client,
  catalog: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  const feed = {
    feed_url: 'https://shop.example/products.csv',
    feed_format: 'CSV',
    frequency: 'DAILY',
    ...more,
  };
  const { status, json } = await by.post(`${catalog}/product_feeds`, feed);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(json)}`);
  return `${catalog}/product_feeds/${(json['data'] as unknown as { id: string }).id}`;
}

/** The list's entry for the catalog's only feed. */
export async function feedIn(by: Client, catalog: string): Promise<ShownFeed> {
  const { json } = await by.get(`${catalog}/product_feeds`);
  return (json['data'] as unknown as [ShownFeed])[0];
}

export interface ShownFeed {
  readonly id: string;
  readonly feed_url: string;
  readonly frequency: string;
  readonly last_run: ShownRun | null;
}

export interface ShownRun {
  readonly status: string;
  readonly bytes: number;
  readonly rows: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly failure: {
    readonly reason: string;
    readonly message: string;
    readonly line: number | null;
  } | null;
  readonly errors: readonly {
    readonly line: number;
    readonly column: string | null;
    readonly reason: string;
  }[];
}

export const putProducts = (
  by: Client,
  catalog: string,
  ...products: readonly Readonly<Record<string, unknown>>[]
): Promise<Answer> => by.send({ method: 'PUT', path: `${catalog}/products`, json: { products } });
