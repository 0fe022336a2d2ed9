/** The paged kinds of entities: which attributes sort them, which ids filter them. */
import { sortAttributes } from '../state/tables/ads.ts';
import type { SortAttribute } from '../state/tables/ads.ts';

export const kindNames = [
  'campaigns',
  'line_items',
  'funding_instruments',
  'promoted_accounts',
  'media_creatives',
  'tracking_tags',
  'targeting_criteria',
  'custom_audiences',
] as const;
export type KindName = (typeof kindNames)[number];

/** Query parameters that name entities by their ids (choice: ads-paged). */
export const filterNames = ['campaign_ids', 'line_item_ids', 'funding_instrument_ids'] as const;
export type FilterName = (typeof filterNames)[number];

export interface Kind {
  readonly sortedBy: readonly SortAttribute[];
  readonly filters: readonly FilterName[];
  /** The filter by the ids of the kind's own entities. */
  readonly own: FilterName | null;
}

const named = sortAttributes;
const unnamed = ['id', 'created_at', 'updated_at'] as const;
const ofLineItem: Kind = { sortedBy: named, filters: ['line_item_ids'], own: null };

export const kinds: Readonly<Record<KindName, Kind>> = {
  campaigns: { sortedBy: named, filters: ['campaign_ids', 'funding_instrument_ids'], own: 'campaign_ids' },
  line_items: { sortedBy: named, filters: filterNames, own: 'line_item_ids' },
  funding_instruments: {
    sortedBy: unnamed,
    filters: ['funding_instrument_ids'],
    own: 'funding_instrument_ids',
  },
  promoted_accounts: { ...ofLineItem, sortedBy: unnamed },
  media_creatives: ofLineItem,
  tracking_tags: { ...ofLineItem, sortedBy: unnamed },
  targeting_criteria: ofLineItem,
  custom_audiences: { sortedBy: named, filters: [], own: null },
};
