/** The inputs of a feed (choices: catalog-feeds, feed-fetch, feed-schedule). */
import { addressObjection } from '../spec/public-address.ts';
import { described, integer, ruled } from '../spec/fields.ts';
import { isTimeZone } from '../spec/time-zones.ts';
import { isLocalTime } from './schedule.ts';
import { urlLengths } from './source.ts';

/** Most feeds of a catalog (choice: catalog-access). */
export const mostFeeds = 100;

export const FeedUrl = described(
  ruled([[(value) => value.length <= urlLengths.most, `at most ${urlLengths.most} characters`]]),
  'An https address at a public host',
);
export const Repeat = described(integer(1, 1000), 'Number of hours, days or weeks between two runs');
export const StartTime = described(
  ruled([[isLocalTime, 'a local time such as 2026-03-02T06:00:00, without an offset']]),
  'Local time of the first run, in `time_zone`',
);
export const TimeZone = described(
  ruled([[isTimeZone, 'a zone of the time zone database, such as Europe/Berlin']]),
  'Time zone of the schedule',
);

/** Why a feed's file may not be fetched from this address; null if it may. */
export const feedUrlObjection = (url: string): string | null =>
  addressObjection('feed_url', url, urlLengths)?.replaceAll('`', '') ?? null;
