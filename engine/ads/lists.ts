/** What a paged call lists: the entities that match its filters, in its order (choices: ads-last-page, ads-paged). */
import { itemAt, known, valueOf } from '../checked/known.ts';
import { Merged } from '../paging/merged.ts';
import { Sorted } from '../paging/sorted.ts';
import type { Order } from '../paging/cursor.ts';
import type { Stretch } from '../paging/page.ts';
import type { Read } from '../state/state.ts';
import { scopeKey, sortAttributes, sortParts } from '../state/tables/ads.ts';
import type { ReadTable } from '../state/store/table.ts';
import type { AdEntity, Sortable, SortAttribute } from '../state/tables/ads.ts';
import type { Place, Range } from '../state/store/range.ts';
import { kinds } from './kinds.ts';
import type { FilterName, KindName } from './kinds.ts';

export interface ListQuery {
  /** Such as `name-desc`. */
  readonly sort_by: string;
  readonly with_deleted: boolean;
  readonly campaign_ids?: readonly string[] | undefined;
  readonly line_item_ids?: readonly string[] | undefined;
  readonly funding_instrument_ids?: readonly string[] | undefined;
}

export interface Listed {
  readonly stretch: Stretch;
  readonly order: Order;
  readonly count: () => number;
  /** A text for the list, its filters and its order. A cursor is bound to it. */
  readonly binding: string;
}

export function sortingOf(sortBy: string): { readonly attribute: SortAttribute; readonly order: Order } {
  const attribute = known(
    sortAttributes.find((each) => sortBy.startsWith(`${each}-`)),
    `order ${sortBy}`,
  );
  return { attribute, order: sortBy.endsWith('-asc') ? 'ascending' : 'descending' };
}

export function listOf(kind: KindName, accountId: string, query: ListQuery, tables: Read): Listed {
  const { attribute, order } = sortingOf(query.sort_by);
  const filters = kinds[kind].filters.flatMap((name) => {
    const ids = query[name];
    return ids ? [[name, [...new Set(ids)].sort()] as const] : [];
  });
  const binding = JSON.stringify([kind, accountId, query.sort_by, query.with_deleted, filters]);
  const given = new Map(filters);
  const own = kinds[kind].own;
  if (own !== null && given.has(own)) {
    const places = placesOf(kind, accountId, given, attribute, query.with_deleted, tables);
    return { stretch: new Sorted(places), order, binding, count: () => places.length };
  }
  const deleted = query.with_deleted ? [false, true] : [false];
  const ranges = scopesOf(kind, accountId, given, tables).flatMap((scope) =>
    deleted.map((isDeleted) => rangeOf(kind, attribute, scopeKey(scope, isDeleted), tables)),
  );
  return {
    stretch: ranges.length === 1 ? itemAt(ranges, 0) : new Merged(ranges),
    order,
    binding,
    count: () => ranges.reduce((sum, { count }) => sum + count, 0),
  };
}

/** The position of an entity, deleted or not, in the order of a list. */
export const placeOf = (attribute: SortAttribute, row: Sortable): Place => [
  ...sortParts(attribute, row),
  row.id,
];

type Filters = ReadonlyMap<FilterName, readonly string[]>;

function rangeOf(kind: KindName, attribute: SortAttribute, value: string, tables: Read): Range {
  // A kind without names has no index by name, and its declaration does not accept this order.
  const table: ReadTable<AdEntity> = tables[kind];
  return table.range(attribute, value);
}

/**
 * The index values whose entries are exactly the entities that match the filters: the account, or the campaigns, line
 * items or funding instruments that the filters name.
 */
function scopesOf(kind: KindName, accountId: string, given: Filters, tables: Read): readonly string[] {
  const inAccount = (table: 'campaigns' | 'line_items' | 'funding_instruments', ids: readonly string[]) =>
    ids.filter((id) => tables[table].get(id)?.account_id === accountId);
  const funding = given.get('funding_instrument_ids');
  const campaigns = kind === 'campaigns' ? undefined : given.get('campaign_ids');
  if (campaigns)
    return inAccount('campaigns', campaigns).filter(
      (id) => !funding || funding.includes(tables.campaigns.must(id).funding_instrument_id),
    );
  if (funding) return inAccount('funding_instruments', funding);
  const lineItems = given.get('line_item_ids');
  return lineItems ? inAccount('line_items', lineItems) : [accountId];
}

/** The entities that a call names by their own ids and that match its other filters. */
function placesOf(
  kind: KindName,
  accountId: string,
  given: Filters,
  attribute: SortAttribute,
  withDeleted: boolean,
  tables: Read,
): readonly Place[] {
  const own = kinds[kind].own!;
  return valueOf(given, own).flatMap((id) => {
    const row: AdEntity | undefined = tables[kind].get(id);
    if (row?.account_id !== accountId || (row.deleted && !withDeleted)) return [];
    const parts: Readonly<Record<string, unknown>> = { ...row };
    const fits = [...given].every(
      ([name, ids]) => name === own || ids.includes(String(parts[name.replace(/s$/, '')])),
    );
    return fits ? [placeOf(attribute, row)] : [];
  });
}
