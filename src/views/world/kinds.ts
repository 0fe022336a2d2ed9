import type { ValueKind } from '#reference';
import type { BrowsedKind } from '../../../worker/api.ts';

export interface Kind {
  readonly kind: BrowsedKind;
  readonly title: string;
  readonly one: string;
  /** The kind of value that calls take its id as; null if no call does. */
  readonly as: ValueKind | null;
  /** The call that lists it, if no call takes its id. */
  readonly listedBy?: string;
}

/** The kinds of data, in the order of the list. */
const social: readonly Kind[] = [
  { kind: 'users', title: 'Users', one: 'user', as: 'user' },
  { kind: 'posts', title: 'Posts', one: 'post', as: 'post' },
  { kind: 'lists', title: 'Lists', one: 'List', as: 'list' },
  { kind: 'folders', title: 'Folders', one: 'folder of bookmarks', as: 'folder' },
  { kind: 'spaces', title: 'Spaces', one: 'Space', as: 'space' },
  { kind: 'communities', title: 'Communities', one: 'Community', as: 'community' },
  { kind: 'conversations', title: 'Conversations', one: 'conversation', as: 'conversation' },
  { kind: 'jobs', title: 'Jobs', one: 'compliance job', as: 'job' },
];

const advertisers: readonly Kind[] = [
  { kind: 'accounts', title: 'Advertiser accounts', one: 'advertiser account', as: 'adAccount' },
  { kind: 'campaigns', title: 'Campaigns', one: 'campaign', as: 'campaign', listedBy: 'getCampaigns' },
  { kind: 'line_items', title: 'Line items', one: 'line item', as: 'lineItem', listedBy: 'getLineItems' },
  {
    ...{ kind: 'funding_instruments', title: 'Funding instruments', one: 'funding instrument' },
    ...{ as: 'fundingInstrument', listedBy: 'getFundingInstruments' },
  },
  {
    ...{ kind: 'promoted_accounts', title: 'Promoted accounts', one: 'promoted account' },
    ...{ as: null, listedBy: 'getPromotedAccounts' },
  },
  {
    ...{ kind: 'media_creatives', title: 'Media creatives', one: 'media creative' },
    ...{ as: null, listedBy: 'getMediaCreatives' },
  },
  {
    ...{ kind: 'tracking_tags', title: 'Tracking tags', one: 'tracking tag' },
    ...{ as: null, listedBy: 'getTrackingTags' },
  },
  {
    ...{ kind: 'targeting_criteria', title: 'Targeting criteria', one: 'targeting criterion' },
    ...{ as: null, listedBy: 'getTargetingCriteria' },
  },
  {
    ...{ kind: 'custom_audiences', title: 'Custom audiences', one: 'custom audience' },
    ...{ as: null, listedBy: 'getCustomAudiences' },
  },
];

const merchants: readonly Kind[] = [
  { kind: 'catalogs', title: 'Catalogs', one: 'catalog', as: 'catalog' },
  { kind: 'products', title: 'Products', one: 'product', as: 'product', listedBy: 'getProducts' },
  { kind: 'sets', title: 'Product sets', one: 'product set', as: 'productSet', listedBy: 'getProductSets' },
  {
    kind: 'feeds',
    title: 'Product feeds',
    one: 'product feed',
    as: 'productFeed',
    listedBy: 'getProductFeeds',
  },
  { kind: 'runs', title: 'Feed runs', one: 'feed run', as: null, listedBy: 'getProductFeeds' },
];

export const groups: readonly { readonly title: string; readonly kinds: readonly Kind[] }[] = [
  { title: 'Data', kinds: social },
  { title: 'Advertisers', kinds: advertisers },
  { title: 'Merchants', kinds: merchants },
];

export const kinds: readonly Kind[] = groups.flatMap((group) => group.kinds);

export const kindOf = (kind: BrowsedKind) => kinds.find((each) => each.kind === kind)!;
