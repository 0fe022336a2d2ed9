/** The objects of the Advertiser API (choices: ads-envelope, ads-shapes). */
import { effectiveStatuses, reasonsNotServable } from '../../ads/serving.ts';
import {
  boolean,
  described,
  Id,
  integer,
  listOf,
  matching,
  named,
  nullable,
  object,
  oneOf,
  string,
  Time,
} from '../../spec/fields.ts';
import type { Shape } from '../../spec/fields.ts';
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
} from '../../state/tables/ads-words.ts';

export const AdId = matching(/^[0-9a-z]{1,13}$/, '1 to 13 digits or small letters');

const amount = described(nullable(integer(0)), 'In millionths of the currency');

const shown = <S extends Shape>(name: string, members: S) =>
  named(name, object({ id: AdId, ...members, created_at: Time, updated_at: Time, deleted: boolean() }));

export const AdAccountObject = shown('AdAccount', {
  name: string(),
  timezone: described(string(), 'An IANA time zone'),
  currency: string(),
  approval_status: oneOf(approvalStatuses),
});

export const entities = {
  campaigns: shown('Campaign', {
    name: string(),
    entity_status: oneOf(entityStatuses),
    funding_instrument_id: AdId,
    currency: string(),
    daily_budget_amount_local_micro: amount,
    total_budget_amount_local_micro: amount,
    standard_delivery: boolean(),
    servable: boolean(),
    effective_status: oneOf(effectiveStatuses),
    reasons_not_servable: listOf(oneOf(reasonsNotServable), reasonsNotServable.length, 0),
  }),
  line_items: shown('LineItem', {
    campaign_id: AdId,
    name: string(),
    entity_status: oneOf(entityStatuses),
    objective: oneOf(objectives),
    product_type: oneOf(productTypes),
    placements: listOf(oneOf(placements), placements.length),
    bid_amount_local_micro: amount,
    start_time: Time,
    end_time: nullable(Time),
  }),
  funding_instruments: shown('FundingInstrument', {
    type: oneOf(fundingTypes),
    currency: string(),
    credit_limit_local_micro: amount,
    start_time: Time,
    end_time: nullable(Time),
    able_to_fund: boolean(),
  }),
  promoted_accounts: shown('PromotedAccount', {
    line_item_id: AdId,
    user_id: Id,
    approval_status: oneOf(approvalStatuses),
  }),
  media_creatives: shown('MediaCreative', {
    line_item_id: AdId,
    name: string(),
    approval_status: oneOf(approvalStatuses),
    landing_url: string(),
  }),
  tracking_tags: shown('TrackingTag', {
    line_item_id: AdId,
    tracking_tag_url: string(),
    tracking_tag_type: oneOf(trackingTagTypes),
  }),
  targeting_criteria: shown('TargetingCriterion', {
    line_item_id: AdId,
    name: string(),
    targeting_type: oneOf(targetingTypes),
    targeting_value: string(),
    operator_type: oneOf(operatorTypes),
  }),
  custom_audiences: shown('CustomAudience', {
    name: string(),
    description: string(),
    audience_size: integer(0),
    targetable: boolean(),
  }),
} as const;
