import { describe, expect, test } from 'vitest';
import { metrics } from '../../../engine/ads/statistics.ts';
import { ads, campaign, numbered, startAdvertiser } from '../../support/advertiser.ts';
import { proves } from '../../support/clause.ts';
import type { Client } from '../../../testing/platform.ts';

type Series = Readonly<Record<(typeof metrics)[number], readonly number[]>>;

const path = '/stats/accounts/harbour1';
const query = (more: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams({
    entity: 'CAMPAIGN',
    entity_ids: numbered(0),
    granularity: 'HOUR',
    start_time: '2026-02-20T00:00:00Z',
    end_time: '2026-02-22T00:00:00Z',
    ...more,
  })}`;

async function statistics(by: Client, more: Readonly<Record<string, string>> = {}): Promise<Series> {
  const answer = await ads(by, query(more));
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.json.data[0]!['metrics'] as Series;
}

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
const start = () => startAdvertiser([campaign(0), campaign(1)]);

describe('statistics', () => {
  test('add up from hours to days of the account’s zone, and to the total', async () => {
    const { as } = await start();
    const hours = await statistics(as.user());
    const days = await statistics(as.user(), { granularity: 'DAY' });
    const total = await statistics(as.user(), { granularity: 'TOTAL' });
    for (const metric of metrics) {
      expect(hours[metric]).toHaveLength(48);
      // Midnight in Oslo is 23:00 UTC: two UTC days overlap three of them.
      const bounds = [0, 23, 47, 48];
      const byDay = [0, 1, 2].map((day) => sum(hours[metric].slice(bounds[day], bounds[day + 1])));
      expect(days[metric]).toEqual(byDay);
      expect(total[metric]).toEqual([sum(byDay)]);
      expect(total[metric][0]).toBeGreaterThan(0);
    }
  });

  test(proves('4.5-stats-by-time', 'page by time: two periods that adjoin are the whole'), async () => {
    const { as } = await start();
    const whole = await statistics(as.user());
    const middle = '2026-02-21T00:00:00Z';
    const first = await statistics(as.user(), { end_time: middle });
    const second = await statistics(as.user(), { start_time: middle });
    for (const metric of metrics) expect([...first[metric], ...second[metric]]).toEqual(whole[metric]);
    const answer = await ads(as.user(), query({}));
    expect(Object.keys(answer.json)).toEqual(['request', 'data']);
    expect((await ads(as.user(), `${query({})}&cursor=a`)).status).toBe(400);
  });

  test('are the same at any time, and differ by entity', async () => {
    const { as } = await start();
    expect(await statistics(as.user())).toEqual(await statistics(as.user()));
    expect(await statistics(as.user(), { entity_ids: numbered(1) })).not.toEqual(await statistics(as.user()));
    const { as: other } = await start();
    expect(await statistics(other.user())).toEqual(await statistics(as.user()));
    const both = await ads(as.user(), query({ entity_ids: `${numbered(1)},${numbered(0)},${numbered(1)}` }));
    expect(both.json.data.map(({ id }) => id)).toEqual([numbered(1), numbered(0)]);
  });

  test('are empty before an entity was made, after it was deleted, and for the future', async () => {
    const { as, platform } = await startAdvertiser([
      campaign(0, { created_at: Date.UTC(2026, 1, 20, 5, 30), updated_at: Date.UTC(2026, 1, 20, 5, 30) }),
    ]);
    await platform.clock.freeze();
    const hours = await statistics(as.user());
    expect(hours.impressions.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(hours.impressions[5]).toBeGreaterThan(0);
    await platform.do('ads.setDeleted', 'campaigns', numbered(0), true);
    const now = platform.clock.now();
    const hour = 3_600_000;
    const from = Math.floor(now / hour) * hour - 2 * hour;
    const period = (at: number) => ({
      start_time: new Date(at).toISOString(),
      end_time: new Date(at + 6 * hour).toISOString(),
    });
    const then = await statistics(as.user(), period(from));
    expect(then.impressions.slice(0, 3).every((each) => each > 0)).toBe(true);
    expect(then.impressions.slice(3)).toEqual([0, 0, 0]);
    await platform.clock.advance(10 * hour);
    expect((await statistics(as.user(), period(from))).impressions.slice(3)).toEqual([0, 0, 0]);
    await platform.do('ads.setDeleted', 'campaigns', numbered(0), false);
    expect((await statistics(as.user(), period(from))).impressions.every((each) => each > 0)).toBe(true);
  });

  test('are requested by whole hours, for at most 7 days and 20 entities of the account', async () => {
    const { as } = await start();
    const refused = async (more: Readonly<Record<string, string>>, parameter: string, status = 400) => {
      const answer = await ads(as.user(), query(more));
      expect([answer.status, answer.json.errors[0]?.['parameter']], parameter).toEqual([status, parameter]);
    };
    await refused({ start_time: '2026-02-20T00:30:00Z' }, 'start_time');
    await refused({ end_time: '2026-02-22T00:00:01Z' }, 'end_time');
    await refused({ end_time: '2026-02-20T00:00:00Z' }, 'end_time');
    await refused({ end_time: '2026-02-27T01:00:00Z' }, 'end_time');
    await refused({ granularity: 'WEEK' }, 'granularity');
    await refused({ entity: 'ACCOUNT' }, 'entity');
    await refused({ entity_ids: Array.from({ length: 21 }, (_, at) => numbered(at)).join() }, 'entity_ids');
    await refused({ entity_ids: 'nothing' }, 'entity_ids', 404);
    await refused({ entity: 'LINE_ITEM' }, 'entity_ids', 404);
    await statistics(as.user(), { end_time: '2026-02-27T00:00:00Z' });
  });
});
