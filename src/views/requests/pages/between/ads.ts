/**
 * Entities of the Advertiser API are created and deleted by commands: its endpoints only list them (choice:
 * ads-changes).
 */
import { known } from '../../../../../worker/api.ts';
import type { CommandArgs } from '../../../../../worker/api.ts';
import { chosen, inserted, none } from './situation.ts';
import type { Change, Situation } from './situation.ts';

type KindName = CommandArgs<'ads.create'>[0];

/** The fields that a copy takes from its original: its parents, and what every new entity requires. */
const copied: Readonly<Record<KindName, readonly string[]>> = {
  campaigns: ['name', 'funding_instrument_id'],
  line_items: ['name', 'campaign_id'],
  funding_instruments: ['type'],
  promoted_accounts: ['line_item_id', 'user_id'],
  media_creatives: ['line_item_id', 'name', 'landing_url'],
  tracking_tags: ['line_item_id', 'tracking_tag_url', 'tracking_tag_type'],
  targeting_criteria: ['line_item_id', 'name', 'targeting_type', 'targeting_value'],
  custom_audiences: ['name', 'description'],
};

/** By endpoint, with the filter that takes the ids of its entities. */
const lists: Readonly<Record<string, { readonly kind: KindName; readonly own?: string }>> = {
  getCampaigns: { kind: 'campaigns', own: 'campaign_ids' },
  getLineItems: { kind: 'line_items', own: 'line_item_ids' },
  getFundingInstruments: { kind: 'funding_instruments', own: 'funding_instrument_ids' },
  getPromotedAccounts: { kind: 'promoted_accounts' },
  getMediaCreatives: { kind: 'media_creatives' },
  getTrackingTags: { kind: 'tracking_tags' },
  getTargetingCriteria: { kind: 'targeting_criteria' },
  getCustomAudiences: { kind: 'custom_audiences' },
};

export const isAdsList = (endpointId: string): boolean =>
  endpointId === 'getAdAccounts' || Object.hasOwn(lists, endpointId);

/** The copy of a copy is named after the original. */
const copyOf = (name: string, number: number): string =>
  `${name.replace(/ \(\d+\)$/, '').slice(0, 240)} (${number})`;

/** Copies entries of the last page: its second, which is before its end, and its last. */
export function insertInto({ session, endpointId, path, given, shown, turn }: Situation): Change {
  const { playground, user } = session;
  if (endpointId === 'getAdAccounts') {
    const open = (at: number) => () =>
      playground.do('ads.createAccount', user?.id ?? '', `Account ${turn * inserted + at}`, 'UTC', 'USD');
    return { kind: 'commands', commands: [open(1), open(2)] };
  }
  const { kind, own } = known(lists[endpointId], 'list of these');
  if (own !== undefined && given.has(own))
    return none(`The list names its entities by their ids, in ${own}: a new one is not among them.`);
  const models = [shown[Math.min(1, shown.length - 1)], shown.at(-1)];
  const commands = models.flatMap((model, at) => {
    if (!model) return [];
    const fields = copied[kind].flatMap((name) => {
      const value = model[name];
      if (typeof value !== 'string') return [];
      return [[name, name === 'name' ? copyOf(value, turn * inserted + at + 1) : value] as const];
    });
    return [() => playground.do('ads.create', kind, path['account_id'] ?? '', Object.fromEntries(fields))];
  });
  return commands.length > 0 ? { kind: 'commands', commands } : none('There is nothing here to copy.');
}

export function deleteFrom({ session, endpointId, comparison }: Situation): Change {
  const { playground } = session;
  const ids = chosen(comparison);
  if (ids.length === 0) return none('There is nothing here to delete.');
  const remove = (id: string) => () =>
    endpointId === 'getAdAccounts'
      ? playground.do('ads.setAccountDeleted', id, true)
      : playground.do('ads.setDeleted', known(lists[endpointId], 'list of these').kind, id, true);
  return { kind: 'commands', commands: ids.map(remove) };
}
