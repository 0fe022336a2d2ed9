/** Advertiser accounts and their entities (choices: ads-shapes, ads-changes). Only commands set them. */
import { mostAccounts, textObjection } from '../ads/inputs.ts';
import { isTimeZone } from '../spec/time-zones.ts';
import type { Read } from '../state/state.ts';
import type { RowFlaw } from '../state/store/spec.ts';
import type {
  AdAccess,
  AdAccount,
  AdEntity,
  Campaign,
  CustomAudience,
  FundingInstrument,
  LineItem,
  MediaCreative,
  PromotedAccount,
  TargetingCriterion,
  TrackingTag,
} from '../state/tables/ads.ts';
import { demand, firstOf, setBy, typed } from './door.ts';
import type { Admission } from './door.ts';
import { moment } from './values.ts';

const byAccount = setBy<unknown>('ads.createAccount');
const byEntity = setBy<unknown>(['ads.create', 'ads.change']);
const text = (name: string) => setBy(['ads.create', 'ads.change'], (value) => textObjection(name, value));
const changed = { created_at: moment, updated_at: moment };
const time = setBy<number>(['ads.create', 'ads.change'], moment.objection);

export const ad_accounts: Admission<AdAccount> = {
  doors: {
    id: typed,
    owner_id: byAccount,
    name: setBy('ads.createAccount', (name) => textObjection('name', name)),
    timezone: setBy('ads.createAccount', (zone: string) => (isTimeZone(zone) ? null : 'is not a time zone')),
    currency: byAccount,
    ...changed,
    deleted: setBy('ads.setAccountDeleted'),
    approval_status: typed,
  },
  among: (_, { ad_accounts }) =>
    demand(ad_accounts.size <= mostAccounts, 'id', `is one of more than ${mostAccounts} accounts`),
};

export const ad_accesses: Admission<AdAccess> = {
  doors: { id: typed, account_id: setBy('ads.setAccess'), user_id: setBy('ads.setAccess'), at: moment },
};

const entity = {
  id: typed,
  account_id: setBy<unknown>('ads.create'),
  ...changed,
  deleted: setBy<unknown>('ads.setDeleted'),
};
const parent = setBy<unknown>('ads.create');

/** A flaw unless the parent entity is in the same account. */
const inAccount = (
  field: string,
  of: Pick<AdEntity, 'account_id'>,
  other: Pick<AdEntity, 'account_id'> | undefined,
): RowFlaw | null => demand(other?.account_id === of.account_id, field, 'belongs to another account');

const underLineItem = (
  row: AdEntity & { readonly line_item_id: string },
  { line_items }: Read,
): RowFlaw | null => inAccount('line_item_id', row, line_items.get(row.line_item_id));

export const funding_instruments: Admission<FundingInstrument> = {
  doors: {
    ...entity,
    type: byEntity,
    currency: byEntity,
    credit_limit_local_micro: byEntity,
    start_time: time,
    end_time: time,
    able_to_fund: byEntity,
  },
};

export const campaigns: Admission<Campaign> = {
  doors: {
    ...entity,
    name: text('name'),
    entity_status: byEntity,
    funding_instrument_id: parent,
    daily_budget_amount_local_micro: byEntity,
    total_budget_amount_local_micro: byEntity,
    standard_delivery: byEntity,
  },
  among: (row, { funding_instruments }) =>
    inAccount('funding_instrument_id', row, funding_instruments.get(row.funding_instrument_id)),
};

export const line_items: Admission<LineItem> = {
  doors: {
    ...entity,
    campaign_id: parent,
    funding_instrument_id: typed,
    name: text('name'),
    entity_status: byEntity,
    objective: byEntity,
    product_type: byEntity,
    placements: byEntity,
    bid_amount_local_micro: byEntity,
    start_time: time,
    end_time: time,
  },
  among(row, { campaigns }) {
    const campaign = campaigns.get(row.campaign_id);
    return firstOf(
      inAccount('campaign_id', row, campaign),
      demand(
        campaign?.funding_instrument_id === row.funding_instrument_id,
        'funding_instrument_id',
        'is not that of its campaign',
      ),
    );
  },
};

export const promoted_accounts: Admission<PromotedAccount> = {
  doors: { ...entity, line_item_id: parent, user_id: parent, approval_status: byEntity },
  among: underLineItem,
};

export const media_creatives: Admission<MediaCreative> = {
  doors: {
    ...entity,
    line_item_id: parent,
    name: text('name'),
    approval_status: byEntity,
    landing_url: text('landing_url'),
  },
  among: underLineItem,
};

export const tracking_tags: Admission<TrackingTag> = {
  doors: {
    ...entity,
    line_item_id: parent,
    tracking_tag_url: text('tracking_tag_url'),
    tracking_tag_type: byEntity,
  },
  among: underLineItem,
};

export const targeting_criteria: Admission<TargetingCriterion> = {
  doors: {
    ...entity,
    line_item_id: parent,
    name: text('name'),
    targeting_type: byEntity,
    targeting_value: text('targeting_value'),
    operator_type: byEntity,
  },
  among: underLineItem,
};

export const custom_audiences: Admission<CustomAudience> = {
  doors: {
    ...entity,
    name: text('name'),
    description: text('description'),
    audience_size: byEntity,
    targetable: byEntity,
  },
};
