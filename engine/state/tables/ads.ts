/**
 * The Advertiser API (specification 4.5; choice: ads-shapes): accounts and their entities. Ids are base 36, in the
 * order of creation; amounts are in millionths of the currency; times are epoch milliseconds on the platform's clock.
 */
import { recordOf } from '../../checked/known.ts';
import { manyOrdered } from '../store/index-spec.ts';
import type { ManyOrderedIndex } from '../store/index-spec.ts';
import { collated } from '../store/order.ts';
import type { Part } from '../store/order.ts';
import { table } from '../store/spec.ts';
import type {
  approvalStatuses,
  entityStatuses,
  objectives,
  productTypes,
  placements,
  fundingTypes,
  trackingTagTypes,
  targetingTypes,
  operatorTypes,
} from './ads-words.ts';

/** The fields of every entity of an account. */
export interface AdEntity {
  readonly id: string;
  readonly account_id: string;
  readonly created_at: number;
  /** The time of the last change; for a deleted entity, of the deletion. */
  readonly updated_at: number;
  readonly deleted: boolean;
}

export interface AdAccount extends Omit<AdEntity, 'account_id'> {
  readonly owner_id: string;
  readonly name: string;
  /** An IANA time zone, which defines the days of statistics. */
  readonly timezone: string;
  readonly currency: string;
  readonly approval_status: (typeof approvalStatuses)[number];
}

export interface FundingInstrument extends AdEntity {
  readonly type: (typeof fundingTypes)[number];
  readonly currency: string;
  readonly credit_limit_local_micro: number | null;
  readonly start_time: number;
  readonly end_time: number | null;
  readonly able_to_fund: boolean;
}

export interface Campaign extends AdEntity {
  readonly name: string;
  readonly entity_status: (typeof entityStatuses)[number];
  /** Never changes. */
  readonly funding_instrument_id: string;
  readonly daily_budget_amount_local_micro: number | null;
  readonly total_budget_amount_local_micro: number | null;
  readonly standard_delivery: boolean;
}

export interface LineItem extends AdEntity {
  /** Never changes. */
  readonly campaign_id: string;
  /** The currency of its campaign. */
  readonly funding_instrument_id: string;
  readonly name: string;
  readonly entity_status: (typeof entityStatuses)[number];
  readonly objective: (typeof objectives)[number];
  readonly product_type: (typeof productTypes)[number];
  readonly placements: readonly (typeof placements)[number][];
  readonly bid_amount_local_micro: number | null;
  readonly start_time: number;
  readonly end_time: number | null;
}

interface OfLineItem extends AdEntity {
  /** Never changes. */
  readonly line_item_id: string;
}

export interface PromotedAccount extends OfLineItem {
  readonly user_id: string;
  readonly approval_status: (typeof approvalStatuses)[number];
}

export interface MediaCreative extends OfLineItem {
  readonly name: string;
  readonly approval_status: (typeof approvalStatuses)[number];
  readonly landing_url: string;
}

export interface TrackingTag extends OfLineItem {
  readonly tracking_tag_url: string;
  readonly tracking_tag_type: (typeof trackingTagTypes)[number];
}

export interface TargetingCriterion extends OfLineItem {
  readonly name: string;
  readonly targeting_type: (typeof targetingTypes)[number];
  readonly targeting_value: string;
  readonly operator_type: (typeof operatorTypes)[number];
}

export interface CustomAudience extends AdEntity {
  readonly name: string;
  readonly description: string;
  readonly audience_size: number;
  readonly targetable: boolean;
}

/** A user who may use another user's account. */
export interface AdAccess {
  /** `<account>:<user>`. */
  readonly id: string;
  readonly account_id: string;
  readonly user_id: string;
  readonly at: number;
}

/** Attributes that lists are sorted by (choice: ads-paged). */
export const sortAttributes = ['id', 'name', 'created_at', 'updated_at'] as const;
export type SortAttribute = (typeof sortAttributes)[number];

/** The value under which an index has the entities of an account, a campaign and so on, deleted or not. */
export function scopeKey(scope: string, deleted: boolean): string {
  const known = (deleted ? deletedKeys : liveKeys).get(scope);
  if (known !== undefined) return known;
  if (liveKeys.size + deletedKeys.size >= mostKeys) for (const keys of [liveKeys, deletedKeys]) keys.clear();
  const key = `${scope}:${deleted ? 1 : 0}`;
  (deleted ? deletedKeys : liveKeys).set(scope, key);
  return key;
}

/** Shared, so that the indexes do not hold one copy of the text per entity. */
const mostKeys = 10_000;
const liveKeys = new Map<string, string>();
const deletedKeys = new Map<string, string>();

/** The attributes by which lists are sorted. A kind whose lists are sorted by name has names. */
export type Sortable = Pick<AdEntity, 'id' | 'created_at' | 'updated_at' | 'deleted'> & {
  readonly name?: string;
};

/** The parts between the scope and the id in the index of an attribute. */
export const sortParts = (attribute: SortAttribute, row: Sortable): readonly Part[] =>
  attribute === 'id' ? [] : [attribute === 'name' ? collated(row.name!) : row[attribute]];

/** An index for each attribute, with every scope of an entity. */
const sortedBy = <R extends Sortable, A extends SortAttribute>(
  scopes: (row: R) => readonly string[],
  ...attributes: readonly A[]
): Readonly<Record<A, ManyOrderedIndex<R>>> => {
  const index = (attribute: A) =>
    manyOrdered<R>((row) => {
      const parts = sortParts(attribute, row);
      return scopes(row).map((scope) => [scopeKey(scope, row.deleted), ...parts]);
    });
  return recordOf(attributes, index);
};

const ofLineItem = ({ account_id, line_item_id }: OfLineItem) => [account_id, line_item_id];
export const adTables = {
  ad_accounts: table<AdAccount>()('id', { owner: (row) => row.owner_id }),
  ad_accesses: table<AdAccess>()('id', { account: (row) => row.account_id, user: (row) => row.user_id }),
  funding_instruments: table<FundingInstrument>()(
    'id',
    sortedBy((row: FundingInstrument) => [row.account_id], 'id', 'created_at', 'updated_at'),
  ),
  campaigns: table<Campaign>()(
    'id',
    sortedBy((row: Campaign) => [row.account_id, row.funding_instrument_id], ...sortAttributes),
    { big: true },
  ),
  line_items: table<LineItem>()(
    'id',
    sortedBy(
      (row: LineItem) => [row.account_id, row.campaign_id, row.funding_instrument_id],
      ...sortAttributes,
    ),
    { big: true },
  ),
  promoted_accounts: table<PromotedAccount>()('id', sortedBy(ofLineItem, 'id', 'created_at', 'updated_at')),
  media_creatives: table<MediaCreative>()('id', sortedBy(ofLineItem, ...sortAttributes)),
  tracking_tags: table<TrackingTag>()('id', sortedBy(ofLineItem, 'id', 'created_at', 'updated_at')),
  targeting_criteria: table<TargetingCriterion>()('id', sortedBy(ofLineItem, ...sortAttributes)),
  custom_audiences: table<CustomAudience>()(
    'id',
    sortedBy((row: CustomAudience) => [row.account_id], ...sortAttributes),
  ),
};
