/** Who may use the Catalog API, and what of it (specification 9; choice: catalog-access). */
import { missing } from '../spec/missing.ts';
import { refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { Read } from '../state/state.ts';
import type { Catalog, ProductFeed, ProductSet } from '../state/tables/catalog.ts';

export type Shut = Refusal<'earlyAccessMissing' | 'termsNotAccepted'>;

/** What keeps a user from every call of the Catalog API; null when nothing does. */
export function shutFor(userId: string, { merchants, users }: Read): Shut | null {
  const merchant = merchants.get(userId);
  const name = `@${users.get(userId)?.username ?? userId}`;
  if (!merchant?.early_access)
    return refuse('earlyAccessMissing', `${name} has no early access to the Catalog API`);
  if (merchant.terms_accepted_at !== null) return null;
  return refuse('termsNotAccepted', `${name} has not accepted the terms of the merchant shopping manager`);
}

/** The catalog of a path, which is this user's. Nobody is told of another's. */
export function catalogFor(
  catalogId: string,
  userId: string,
  tables: Read,
): Catalog | Shut | Refusal<'resourceNotFound'> {
  const shut = shutFor(userId, tables);
  if (shut) return shut;
  const catalog = tables.catalogs.get(catalogId);
  return catalog?.owner_id === userId
    ? catalog
    : missing('product_catalog_id', catalogId, 'the user has no product catalog');
}

/** A set of a catalog. */
export function setOf(
  setId: string,
  catalog: Catalog,
  { product_sets }: Read,
): ProductSet | Refusal<'resourceNotFound'> {
  const set = product_sets.get(setId);
  return set?.catalog_id === catalog.id
    ? set
    : missing('product_set_id', setId, 'the catalog has no product set');
}

/** A feed of a catalog. */
export function feedOf(
  feedId: string,
  catalog: Catalog,
  { product_feeds }: Read,
): ProductFeed | Refusal<'resourceNotFound'> {
  const feed = product_feeds.get(feedId);
  return feed?.catalog_id === catalog.id
    ? feed
    : missing('product_feed_id', feedId, 'the catalog has no product feed');
}
