/** Whether a campaign is served now, and if not, why (choice: ads-shapes). */
import type { Campaign, FundingInstrument } from '../state/tables/ads.ts';

export const reasonsNotServable = [
  'DELETED',
  'DRAFT',
  'FUNDING_EXPIRED',
  'FUNDING_NOT_STARTED',
  'FUNDING_PROBLEM',
  'PAUSED_BY_ADVERTISER',
] as const;
export type ReasonNotServable = (typeof reasonsNotServable)[number];

export const effectiveStatuses = ['DELETED', 'DRAFT', 'EXPIRED', 'PAUSED', 'RUNNING', 'UNFUNDED'] as const;
export type EffectiveStatus = (typeof effectiveStatuses)[number];

export interface Serving {
  readonly servable: boolean;
  readonly effective_status: EffectiveStatus;
  readonly reasons_not_servable: readonly ReasonNotServable[];
}

export function servingOf(campaign: Campaign, funding: FundingInstrument, now: number): Serving {
  const hindered: readonly (readonly [isSo: boolean, reason: ReasonNotServable, status: EffectiveStatus])[] =
    [
      [campaign.deleted, 'DELETED', 'DELETED'],
      [campaign.entity_status === 'DRAFT', 'DRAFT', 'DRAFT'],
      [campaign.entity_status === 'PAUSED', 'PAUSED_BY_ADVERTISER', 'PAUSED'],
      [funding.end_time !== null && funding.end_time <= now, 'FUNDING_EXPIRED', 'EXPIRED'],
      [funding.start_time > now, 'FUNDING_NOT_STARTED', 'UNFUNDED'],
      [funding.deleted || !funding.able_to_fund, 'FUNDING_PROBLEM', 'UNFUNDED'],
    ];
  const found = hindered.filter(([isSo]) => isSo);
  return {
    servable: found.length === 0,
    effective_status: found[0]?.[2] ?? 'RUNNING',
    reasons_not_servable: found.map(([, reason]) => reason),
  };
}
