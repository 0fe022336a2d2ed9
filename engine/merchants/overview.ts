/** The contents of a user's catalog, and whether the user may use it (choices: catalog-access, catalog-sets). */
import { feedsOf } from '../feeds/questions.ts';
import type { MerchantFeed } from '../feeds/views.ts';
import type { StateView } from '../state/state.ts';
import type { ProductSet } from '../state/tables/catalog.ts';
import { mostManual } from '../state/tables/catalog-words.ts';
import { membershipsOf } from '../catalog/membership.ts';

export interface CatalogOverview {
  readonly earlyAccess: boolean;
  /** Epoch ms on the platform's clock; null until the terms are accepted. */
  readonly termsAcceptedAt: number | null;
  /** null until the user has one. */
  readonly catalog: CatalogContents | null;
}

export interface CatalogContents {
  readonly id: string;
  readonly name: string;
  readonly products: number;
  readonly sets: readonly SetGist[];
  readonly feeds: readonly MerchantFeed[];
}

export type SetGist = Pick<ProductSet, 'id' | 'name' | 'type' | 'processing'> & {
  readonly filters: number;
  /** While the set is processing: the products found so far. */
  readonly count: number;
  /** How many products it may have; null for a filtered set. */
  readonly most: number | null;
};

interface Needs {
  readonly state: StateView;
}

export async function overviewOf(userId: string, needs: Needs): Promise<CatalogOverview> {
  const { tables } = needs.state;
  const { early_access = false, terms_accepted_at = null } = tables.merchants.get(userId) ?? {};
  const doors = { earlyAccess: early_access, termsAcceptedAt: terms_accepted_at };
  const owned = tables.catalogs.firstBy('owner', userId);
  if (!owned) return { ...doors, catalog: null };
  const sets = await setsOf(owned.id, needs);
  const { id, name } = owned;
  const catalog = {
    id,
    name,
    products: tables.products.countBy('catalog', id),
    sets,
    feeds: feedsOf(id, tables),
  };
  return { ...doors, catalog };
}

async function setsOf(catalogId: string, { state }: Needs): Promise<readonly SetGist[]> {
  const { product_sets } = state.tables;
  const gists: SetGist[] = [];
  for (const key of product_sets.keysBy('catalog', catalogId)) {
    const set = product_sets.get(key);
    // Preparing the previous set may have taken many turns.
    if (!set) continue;
    if (set.filters) await membershipsOf(state).prepare(set);
    const { id, name, type, processing, filters, product_ids } = set;
    const count = product_ids?.length ?? membershipsOf(state).of(set).count;
    const most = product_ids && mostManual;
    gists.push({ id, name, type, processing, filters: filters?.length ?? 0, count, most });
  }
  return gists;
}
