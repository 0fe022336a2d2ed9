/** What a feed is made with (choices: catalog-feeds, feed-fetch, feed-schedule). */
import { addressObjection } from '../spec/public-address.ts';
import { described, integer, ruled } from '../spec/fields.ts';
import { isTimeZone } from '../spec/time-zones.ts';
import { isLocalTime } from './schedule.ts';
import { urlLengths } from './source.ts';

/** Feeds of a catalog at most (choice: catalog-access). */
export const mostFeeds = 100;

export const FeedUrl = described(
  ruled([[(value) => value.length <= urlLengths.most, `at most ${urlLengths.most} characters`]]),
  'An https address at a public host',
);
export const Repeat = described(integer(1, 1000), 'Every so many hours, days or weeks');
export const StartTime = described(
  ruled([[isLocalTime, 'a local time such as 2026-03-02T06:00:00, without an offset']]),
  'The first run, by the clocks of `time_zone`',
);
export const TimeZone = described(
  ruled([[isTimeZone, 'a zone of the time zone database, such as Europe/Berlin']]),
  'Whose clocks the schedule follows',
);

/** Why a feed's file is not fetched from there; null for an address that is allowed. */
export const feedUrlObjection = (url: string): string | null =>
  addressObjection('feed_url', url, urlLengths)?.replaceAll('`', '') ?? null;
