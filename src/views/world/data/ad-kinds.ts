import type { BrowsedKind, CommandArgs } from '../../../../worker/api.ts';

export type AdKind = CommandArgs<'ads.create'>[0];

const kinds: readonly BrowsedKind[] = [
  'campaigns',
  'line_items',
  'funding_instruments',
  'promoted_accounts',
  'media_creatives',
  'tracking_tags',
  'targeting_criteria',
  'custom_audiences',
] satisfies readonly AdKind[];

/** Whether it is an entity of an advertiser account, which only commands change. */
export const isEntity = (kind: BrowsedKind): kind is AdKind => kinds.includes(kind);

export const isOfAds = (kind: BrowsedKind): kind is AdKind | 'accounts' =>
  kind === 'accounts' || isEntity(kind);
