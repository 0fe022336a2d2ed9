/**
 * The data of businesses: advertiser accounts with their entities, and catalogs with their products, sets and feeds.
 * These tables may be large.
 */
import { known } from '../checked/known.ts';
import type { ReadTable } from '../state/store/table.ts';
import { isOneOf } from '../checked/is.ts';
import { kindNames } from '../ads/kinds.ts';
import type { KindName } from '../ads/kinds.ts';
import { showAccount, showEntity } from '../ads/show.ts';
import { showCatalog, showProduct, showSet } from '../catalog/show.ts';
import { showFeed, showFeedRun } from '../feeds/show.ts';
import type { World } from '../social/world.ts';
import type { Read, StateView } from '../state/state.ts';
import { compareKeys } from '../state/store/order.ts';
import { keyAt } from '../state/store/range.ts';
import { scopeKey } from '../state/tables/ads.ts';
import { productKey } from '../state/tables/catalog.ts';
import type { AdEntity } from '../state/tables/ads.ts';
import type { Browsed, BusinessKind, Found } from './contract.ts';

/** A table with more rows is not sorted or searched. */
export const mostSearched = 50_000;

export type BusinessWorld = World & { readonly state: StateView };

export const businessTables = {
  accounts: 'ad_accounts',
  campaigns: 'campaigns',
  line_items: 'line_items',
  funding_instruments: 'funding_instruments',
  promoted_accounts: 'promoted_accounts',
  media_creatives: 'media_creatives',
  tracking_tags: 'tracking_tags',
  targeting_criteria: 'targeting_criteria',
  custom_audiences: 'custom_audiences',
  catalogs: 'catalogs',
  products: 'products',
  sets: 'product_sets',
  feeds: 'product_feeds',
  runs: 'feed_runs',
} as const satisfies Readonly<Record<BusinessKind, keyof Read>>;

export const isBusiness = (kind: string): kind is BusinessKind => Object.hasOwn(businessTables, kind);

const isEntity = (kind: BusinessKind): kind is KindName => isOneOf(kindNames, kind);

/** Whether the kind comes with the scenario's advertiser accounts. */
export const isOfAds = (kind: BusinessKind): boolean => kind === 'accounts' || isEntity(kind);

/** One row with all its fields and its parents; null if it does not exist. */
export function showBusiness(
  kind: BusinessKind,
  id: string,
  { tables, state }: BusinessWorld,
): Browsed | null {
  const nameOf = (userId: string): string => tables.users.get(userId)?.username ?? '';
  if (isEntity(kind)) {
    const row: AdEntity | undefined = tables[kind].get(id);
    return row ? { ...showEntity(kind, id, tables, state.now()), id, account_id: row.account_id } : null;
  }
  switch (kind) {
    case 'accounts': {
      const account = tables.ad_accounts.get(id);
      if (!account) return null;
      const guests = tables.ad_accesses.rowsBy('account', id).map((access) => access.user_id);
      return {
        ...showAccount(account),
        ...{
          id,
          owner: nameOf(account.owner_id),
          owner_id: account.owner_id,
          shared_with: guests.map(nameOf),
        },
        campaign_count: countIn(tables, id),
      };
    }
    case 'catalogs': {
      const catalog = tables.catalogs.get(id);
      if (!catalog) return null;
      return {
        ...showCatalog(catalog),
        ...{ id, owner: nameOf(catalog.owner_id), owner_id: catalog.owner_id },
        product_count: tables.products.range('catalog', id).count,
        product_set_count: tables.product_sets.countBy('catalog', id),
        product_feed_count: tables.product_feeds.countBy('catalog', id),
      };
    }
    case 'products': {
      const product = tables.products.get(id);
      if (!product) return null;
      return { ...showProduct(product), id, merchant_id: product.id, product_catalog_id: product.catalog_id };
    }
    case 'sets': {
      const set = tables.product_sets.get(id);
      return set ? { ...showSet(set, state), id, product_catalog_id: set.catalog_id } : null;
    }
    case 'feeds': {
      const feed = tables.product_feeds.get(id);
      return feed ? { ...showFeed(feed, tables), id } : null;
    }
    case 'runs': {
      const run = tables.feed_runs.get(id);
      if (!run) return null;
      const { feed_id, catalog_id: product_catalog_id } = run;
      const feed_url = tables.product_feeds.get(feed_id)?.feed_url ?? null;
      return { id, feed_id, feed_url, product_catalog_id, ...showFeedRun(run, tables) };
    }
  }
}

const countIn = ({ campaigns }: Read, accountId: string): number =>
  [false, true].reduce((sum, deleted) => sum + campaigns.range('id', scopeKey(accountId, deleted)).count, 0);

/** Rows from an offset, newest first. A search looks at their names and other texts. */
export function findBusiness(
  kind: BusinessKind,
  search: string,
  [from, most]: readonly [from: number, most: number],
  world: BusinessWorld,
): Found {
  const rowsOf = (keys: readonly string[]) => keys.map((key) => known(showBusiness(kind, key, world), key));
  const { tables } = world;
  if (search === '') {
    const total = kind === 'products' ? productsIn(tables) : tables[businessTables[kind]].size;
    return { rows: rowsOf(newest(kind, from, most, tables)), total, problem: null };
  }
  const exact = exactly(kind, search, tables);
  if (exact !== null) return { rows: rowsOf(from === 0 ? [exact] : []), total: 1, problem: null };
  if (tables[businessTables[kind]].size > mostSearched)
    return {
      ...{ rows: [], total: 0 },
      problem: 'With more than 50,000 rows, search only finds a complete id.',
    };
  const words = search.toLowerCase().split(/\s+/);
  const found = newest(kind, 0, mostSearched, tables).filter((key) => {
    const text = textOf(kind, key, tables).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return { rows: rowsOf(found.slice(from, from + most)), total: found.length, problem: null };
}

/** The key of the row with this id. For products, the merchant's own id works too. */
function exactly(kind: BusinessKind, search: string, tables: Read): string | null {
  const keys =
    kind === 'products'
      ? [search, ...Array.from(tables.catalogs.values(), ({ id }) => productKey(id, search))]
      : [search];
  return keys.find((key) => tables[businessTables[kind]].get(key) !== undefined) ?? null;
}

const productsIn = ({ catalogs, products }: Read): number =>
  Array.from(catalogs.values()).reduce((sum, { id }) => sum + products.range('catalog', id).count, 0);

function newest(kind: BusinessKind, from: number, most: number, tables: Read): readonly string[] {
  if (kind === 'products') return newestProducts(from, most, tables);
  const table: ReadTable<{ readonly id: string }> = tables[businessTables[kind]];
  if (table.size <= mostSearched)
    return Array.from(table.values(), ({ id }) => id)
      .sort((one, other) => compareKeys(other, one))
      .slice(from, from + most);
  // Sorting all rows each time would take too long, so they are read in the order of creation, from the last one back.
  const [first, end] = [Math.max(0, table.size - from - most), table.size - from];
  const keys: string[] = [];
  let at = 0;
  for (const { id } of table.values()) {
    if (at >= end) break;
    if (at++ >= first) keys.push(id);
  }
  return keys.reverse();
}

/** Catalog by catalog, in the order in which each received its products. */
function newestProducts(from: number, most: number, { catalogs, products }: Read): readonly string[] {
  const keys: string[] = [];
  let skipped = 0;
  for (const { id } of [...catalogs.values()].reverse()) {
    const range = products.range('catalog', id);
    const { count } = range;
    if (skipped + count <= from) {
      skipped += count;
      continue;
    }
    for (const place of range.descending()) {
      if (skipped < from) skipped++;
      else keys.push(keyAt(place));
      if (keys.length === most) return keys;
    }
  }
  return keys;
}

/** The text that a search looks at. */
function textOf(kind: BusinessKind, id: string, tables: Read): string {
  return Object.entries<unknown>({ ...tables[businessTables[kind]].get(id) })
    .flatMap(([name, value]) => (typeof value === 'string' && name !== 'description' ? [value] : []))
    .join(' ');
}
