/** Who may use the Catalog API, and which catalogs (specification 9; choice: catalog-access). */
import { missing } from '../spec/missing.ts';
import { refuse } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import type { Read } from '../state/state.ts';
import type { Catalog, ProductFeed, ProductSet } from '../state/tables/catalog.ts';

export type Shut = Refusal<'earlyAccessMissing' | 'termsNotAccepted'>;

/** Why a user may not call the Catalog API at all; null if the user may. */
export function shutFor(userId: string, { merchants, users }: Read): Shut | null {
  const merchant = merchants.get(userId);
  const name = `@${users.get(userId)?.username ?? userId}`;
  if (!merchant?.early_access)
    return refuse('earlyAccessMissing', `${name} has no early access to the Catalog API`);
  if (merchant.terms_accepted_at !== null) return null;
  return refuse('termsNotAccepted', `${name} has not accepted the terms of the merchant shopping manager`);
}

/** The catalog named in the path, if it is this user's. Another user's catalog is refused like a missing one. */
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

/** The product set named in the path, if it is in this catalog. Refuses otherwise. */
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

/** The feed named in the path, if it is in this catalog. Refuses otherwise. */
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
