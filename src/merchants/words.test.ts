import { expect, it } from 'vitest';
import type { MerchantFeed } from '../../worker/api.ts';
import { fileName, megabytes, outcomeOf, scheduleOf } from './words.ts';

const feed = (more: Partial<MerchantFeed>): MerchantFeed => ({
  ...{ id: 'f', feed_url: 'https://shop.example/x.csv', feed_format: 'CSV', frequency: 'DAILY', repeat: 1 },
  ...{ start_time: '2026-03-02T06:00:00', time_zone: 'Europe/Berlin', created_at: 0, updated_at: 0 },
  ...{ due: null, runs: [], ...more },
});

it('says when a feed is fetched', () => {
  expect(scheduleOf(feed({}))).toBe('every day at 06:00, Europe/Berlin');
  expect(scheduleOf(feed({ frequency: 'HOURLY', repeat: 6, time_zone: 'UTC' }))).toBe(
    'every 6 hours from 2026-03-02 06:00, UTC',
  );
  expect(scheduleOf(feed({ frequency: 'WEEKLY' }))).toBe('every week from 2026-03-02 06:00, Europe/Berlin');
});

it('says how a run ended', () => {
  const counts = { bytes: 400_000, unpacked: 400_000, rows: 2000, warned: 0 };
  const run = { id: 'r', queued_at: 0, started_at: 0, finished_at: 0, length: null, took: null };
  const some = { ...counts, created: 1000, updated: 500, unchanged: 498, rejected: 2 };
  expect(outcomeOf({ ...run, status: 'SUCCEEDED', counts: some })).toBe('1,998 accepted, 2 rejected');
  expect(outcomeOf({ ...run, status: 'UNCHANGED', counts: some })).toBe('0.4 MB read, nothing to do');
  expect(outcomeOf({ ...run, status: 'QUEUED', counts: some })).toBe('');
});

it('says how large a file is', () => {
  expect([1, 9999, 12_345, 304_200_000].map(megabytes)).toEqual([
    '1 byte',
    '9,999 bytes',
    '0.01 MB',
    '304.2 MB',
  ]);
});

it('names a feed by the last segment of its address', () => {
  const urls = ['https://a.example/x/shop.csv?d=1', 'https://a.example/', 'https://a.example/x/'];
  expect(urls.map(fileName)).toEqual(['shop.csv', 'a.example', 'x']);
});
