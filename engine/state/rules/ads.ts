/** The rules of the rows of advertiser accounts. */
import { flag, keyOf, listOf, matching, moment, nullable, oneOf, text, whole } from '../store/kinds.ts';
import type { Fields } from '../store/kinds.ts';
import { rowRules } from '../store/spec.ts';
import { keyIs } from './key.ts';
import {
  approvalStatuses,
  entityStatuses,
  fundingTypes,
  objectives,
  operatorTypes,
  placements,
  productTypes,
  targetingTypes,
  trackingTagTypes,
} from '../tables/ads-words.ts';
import type {
  AdAccess,
  AdAccount,
  Campaign,
  CustomAudience,
  FundingInstrument,
  LineItem,
  MediaCreative,
  PromotedAccount,
  TargetingCriterion,
  TrackingTag,
} from '../tables/ads.ts';

const adId = matching(/^[0-9a-z]{1,13}$/, 'an id of 1 to 13 digits and small letters');
const amount = nullable(whole(0));

const entity = {
  id: adId,
  account_id: keyOf('ad_accounts'),
  created_at: moment,
  updated_at: moment,
  deleted: flag,
};

const lineItemPart = { line_item_id: keyOf('line_items') };

const fundingFields: Fields<FundingInstrument> = {
  ...entity,
  type: oneOf(...fundingTypes),
  currency: matching(/^[A-Z]{3}$/, 'a currency of three letters'),
  credit_limit_local_micro: amount,
  start_time: moment,
  end_time: nullable(moment),
  able_to_fund: flag,
};

const campaignFields: Fields<Campaign> = {
  ...entity,
  name: text,
  entity_status: oneOf(...entityStatuses),
  funding_instrument_id: keyOf('funding_instruments'),
  daily_budget_amount_local_micro: amount,
  total_budget_amount_local_micro: amount,
  standard_delivery: flag,
};

const lineItemFields: Fields<LineItem> = {
  ...entity,
  campaign_id: keyOf('campaigns'),
  funding_instrument_id: keyOf('funding_instruments'),
  name: text,
  entity_status: oneOf(...entityStatuses),
  objective: oneOf(...objectives),
  product_type: oneOf(...productTypes),
  placements: listOf(oneOf(...placements), 1, placements.length),
  bid_amount_local_micro: amount,
  start_time: moment,
  end_time: nullable(moment),
};

export const adRules = {
  ad_accounts: rowRules<AdAccount>({
    id: adId,
    owner_id: keyOf('users'),
    name: text,
    timezone: text,
    currency: matching(/^[A-Z]{3}$/, 'a currency of three letters'),
    created_at: moment,
    updated_at: moment,
    deleted: flag,
    approval_status: oneOf(...approvalStatuses),
  }),
  ad_accesses: rowRules<AdAccess>(
    { id: text, account_id: keyOf('ad_accounts'), user_id: keyOf('users'), at: moment },
    { flawOf: keyIs<AdAccess>('id', ({ account_id, user_id }) => `${account_id}:${user_id}`) },
  ),
  funding_instruments: rowRules<FundingInstrument>(fundingFields),
  campaigns: rowRules<Campaign>(campaignFields),
  line_items: rowRules<LineItem>(lineItemFields),
  promoted_accounts: rowRules<PromotedAccount>({
    ...entity,
    ...lineItemPart,
    user_id: keyOf('users'),
    approval_status: oneOf(...approvalStatuses),
  }),
  media_creatives: rowRules<MediaCreative>({
    ...entity,
    ...lineItemPart,
    name: text,
    approval_status: oneOf(...approvalStatuses),
    landing_url: text,
  }),
  tracking_tags: rowRules<TrackingTag>({
    ...entity,
    ...lineItemPart,
    tracking_tag_url: text,
    tracking_tag_type: oneOf(...trackingTagTypes),
  }),
  targeting_criteria: rowRules<TargetingCriterion>({
    ...entity,
    ...lineItemPart,
    name: text,
    targeting_type: oneOf(...targetingTypes),
    targeting_value: text,
    operator_type: oneOf(...operatorTypes),
  }),
  custom_audiences: rowRules<CustomAudience>({
    ...entity,
    name: text,
    description: text,
    audience_size: whole(0),
    targetable: flag,
  }),
};
