/** Statistics by time periods (specification 4.5; choice: ads-stats). */
import { accountFor } from '../../ads/access.ts';
import { added, hourLength, hourOf, metrics, noCounts } from '../../ads/statistics.ts';
import type { Counts } from '../../ads/statistics.ts';
import { answered } from '../../declaration/ads-envelope.ts';
import { endpoint } from '../../declaration/endpoint.ts';
import { ads } from '../../spec/apis.ts';
import { described, integer, listOf, object, oneOf, Time } from '../../spec/fields.ts';
import { missing } from '../../spec/missing.ts';
import { dayIn } from '../../spec/time-zones.ts';
import { isRefusal, refuseValue } from '../../spec/problems.ts';
import type { AdEntity } from '../../state/tables/ads.ts';
import { adLimits, exampleAccount } from './lists.ts';
import { AdId } from './schemas.ts';

const tableOf = {
  CAMPAIGN: 'campaigns',
  FUNDING_INSTRUMENT: 'funding_instruments',
  LINE_ITEM: 'line_items',
  MEDIA_CREATIVE: 'media_creatives',
  PROMOTED_ACCOUNT: 'promoted_accounts',
} as const;
const entityTypes = [
  'CAMPAIGN',
  'FUNDING_INSTRUMENT',
  'LINE_ITEM',
  'MEDIA_CREATIVE',
  'PROMOTED_ACCOUNT',
] as const;

const longest = 7 * 24 * hourLength;
const series = listOf(integer(0), 7 * 24, 0);

export const getStats = endpoint({
  id: 'getStats',
  api: ads,
  method: 'GET',
  path: '/5/stats/accounts/:account_id',
  section: '4.5',
  summary: 'Show statistics of entities by time periods',
  description:
    'Returns the metrics of up to 20 entities by hour, by day or in total, for at most 7 days. The figures of hours add up to those of days.',
  auth: ['oauth1'],
  limits: adLimits,
  choices: ['ads-stats', 'ads-envelope', 'ads-errors', 'ads-access'],
  params: { account_id: described(AdId, 'Id of the advertiser account') },
  query: {
    entity: described(oneOf(entityTypes), 'Kind of the entities'),
    entity_ids: described(listOf(AdId, 20), '1 to 20 ids, separated by commas'),
    start_time: described(Time, 'A whole hour, UTC'),
    end_time: described(Time, 'A whole hour, UTC, not included; at most 7 days after start_time'),
    granularity: described(
      oneOf(['HOUR', 'DAY', 'TOTAL']),
      'A value for each hour, for each day of the account’s time zone, or for all of it',
    ),
  },
  answers: {
    200: answered(
      listOf(
        object({
          id: AdId,
          metrics: object({
            impressions: series,
            clicks: series,
            engagements: series,
            billed_charge_local_micro: series,
          }),
        }),
      ),
    ),
  },
  refuses: ['resourceNotFound', 'accountForbidden', 'parameterInvalid'],
  example: {
    path: { account_id: exampleAccount },
    query: {
      entity: 'CAMPAIGN',
      entity_ids: '19xtf1tv,19xtf1u1',
      start_time: '2026-02-23T00:00:00Z',
      end_time: '2026-02-26T00:00:00Z',
      granularity: 'DAY',
    },
  },
  handle({ principal: { user }, path: { account_id }, query, now }, { tables, paging: { seed } }) {
    const account = accountFor(account_id, user.id, tables);
    if (isRefusal(account)) return account;
    const [start, end] = [Date.parse(query.start_time), Date.parse(query.end_time)];
    for (const name of ['start_time', 'end_time'] as const)
      if (Date.parse(query[name]) % hourLength !== 0)
        return refuseValue('query parameter', name, query[name], 'is not a whole hour');
    if (end <= start || end - start > longest)
      return refuseValue(
        'query parameter',
        'end_time',
        query.end_time,
        'is not within 7 days after start_time',
      );
    const rows: AdEntity[] = [];
    for (const id of new Set(query.entity_ids)) {
      const row: AdEntity | undefined = tables[tableOf[query.entity]].get(id);
      if (row?.account_id !== account_id)
        return missing('entity_ids', id, `the account has no ${query.entity}`);
      rows.push(row);
    }
    const periods = periodsOf(start, end, query.granularity, account.timezone);
    const data = rows.map((row) => {
      const counts = periods.map((hours) =>
        hours.map((at) => countsAt(row, at, seed, now)).reduce(added, noCounts),
      );
      return {
        id: row.id,
        metrics: Object.fromEntries(metrics.map((metric) => [metric, counts.map((each) => each[metric])])),
      };
    });
    return { status: 200, body: { data } };
  },
});

/** The counts of an hour; none if the entity did not exist yet or the hour is in the future. */
function countsAt(
  { id, created_at, updated_at, deleted }: AdEntity,
  at: number,
  seed: string,
  now: number,
): Counts {
  const isThere = at + hourLength > created_at && (!deleted || at < updated_at);
  return isThere && at < now ? hourOf(seed, id, at) : noCounts;
}

/** The hours of each period, in order. */
function periodsOf(
  start: number,
  end: number,
  granularity: 'HOUR' | 'DAY' | 'TOTAL',
  timeZone: string,
): readonly (readonly number[])[] {
  const periods = new Map<string | number, number[]>();
  for (let at = start; at < end; at += hourLength) {
    const period = granularity === 'HOUR' ? at : granularity === 'DAY' ? dayIn(timeZone, at) : 0;
    const hours = periods.get(period);
    if (hours) hours.push(at);
    else periods.set(period, [at]);
  }
  return [...periods.values()];
}
