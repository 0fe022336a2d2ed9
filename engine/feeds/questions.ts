/** Questions of the merchant shopping manager (choices: catalog-access, catalog-feeds). */
import { tuple } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import type { Read, State } from '../state/state.ts';
import { feedView } from './views.ts';
import type { MerchantFeed } from './views.ts';

export interface Needs {
  readonly state: State;
}

/** A user who has a catalog, early access or accepted terms, or who authorised an App and so could have a catalog. */
export interface Merchant {
  readonly userId: string;
  readonly username: string;
  readonly earlyAccess: boolean;
  /** Epoch ms on the platform's clock; null until the terms are accepted. */
  readonly termsAcceptedAt: number | null;
  readonly catalog: MerchantCatalog | null;
}

export interface MerchantCatalog {
  readonly id: string;
  readonly name: string;
  readonly products: number;
  readonly sets: number;
  readonly feeds: readonly MerchantFeed[];
}

const all = question(tuple(), ({ state: { tables } }: Needs): readonly Merchant[] => {
  const ids = new Set<string>();
  for (const { user_id } of tables.merchants.values()) ids.add(user_id);
  for (const { owner_id } of tables.catalogs.values()) ids.add(owner_id);
  for (const { user_id } of tables.user_tokens.values()) ids.add(user_id);
  return [...ids].flatMap((id) => {
    const user = tables.users.get(id);
    if (!user) return [];
    const { early_access = false, terms_accepted_at = null } = tables.merchants.get(id) ?? {};
    return [
      {
        ...{ userId: id, username: user.username },
        ...{ earlyAccess: early_access, termsAcceptedAt: terms_accepted_at },
        catalog: catalogOf(id, tables),
      },
    ];
  });
});

function catalogOf(userId: string, tables: Read): MerchantCatalog | null {
  const catalog = tables.catalogs.firstBy('owner', userId);
  if (!catalog) return null;
  const { id, name } = catalog;
  return {
    ...{ id, name, feeds: feedsOf(id, tables) },
    products: tables.products.countBy('catalog', id),
    sets: tables.product_sets.countBy('catalog', id),
  };
}

/** The feeds of a catalog with their runs. */
export const feedsOf = (catalogId: string, tables: Read): readonly MerchantFeed[] =>
  tables.product_feeds.rowsBy('catalog', catalogId).map((feed) => feedView(feed, tables));

export const questions = { all };
