/** Feeds and their runs in words. */
import type { MerchantFeed, RunGist } from '../../worker/api.ts';
import { counted } from '../parts/counted.ts';
import { figure } from '../parts/figures.ts';
import { dateOf, timeOf } from '../parts/time.ts';

const units = { HOURLY: 'hour', DAILY: 'day', WEEKLY: 'week' } as const;

/** "every day at 06:00, Europe/Berlin", "every 6 hours from 2026-03-02 06:00, UTC". */
export function scheduleOf({ frequency, repeat, start_time, time_zone }: MerchantFeed): string {
  const unit = units[frequency];
  const often = repeat === 1 ? `every ${unit}` : `every ${repeat} ${unit}s`;
  const time = start_time.slice(11, 16);
  const from =
    frequency === 'DAILY' && repeat === 1 ? `at ${time}` : `from ${start_time.slice(0, 10)} ${time}`;
  return `${often} ${from}, ${time_zone}`;
}

export const momentOf = (at: number): string => `${dateOf(at)} ${timeOf(at)} UTC`;

type Level = 'ok' | 'warn' | 'err' | 'note';

/** The state of a run, and the emphasis of its label. */
export const standings: Readonly<
  Record<RunGist['status'], { readonly words: string; readonly level: Level }>
> = {
  QUEUED: { words: 'waits for its turn', level: 'note' },
  RUNNING: { words: 'under way', level: 'note' },
  SUCCEEDED: { words: 'finished', level: 'ok' },
  UNCHANGED: { words: 'the same file as before', level: 'ok' },
  FAILED: { words: 'failed', level: 'err' },
  CANCELLED: { words: 'cancelled', level: 'warn' },
  INTERRUPTED: { words: 'interrupted', level: 'warn' },
};

/** "1,998 accepted, 2 rejected"; for a run under way, the counts so far. */
export function outcomeOf({ status, counts }: RunGist): string {
  if (status === 'QUEUED') return '';
  if (status === 'UNCHANGED') return `${megabytes(counts.bytes)} read, nothing to do`;
  const { created, updated, unchanged, rejected } = counts;
  return `${figure(created + updated + unchanged)} accepted, ${figure(rejected)} rejected`;
}

/** "0.3 MB", "304.2 MB", "812 bytes". */
export function megabytes(bytes: number): string {
  if (bytes < 10_000) return counted(bytes, 'byte');
  return `${(bytes / 1e6).toFixed(bytes < 1e5 ? 2 : 1)} MB`;
}

/** The last segment of a feed's address, which distinguishes feeds. */
export const fileName = (url: string): string =>
  /[^/?#]+(?=\/?(?:[?#]|$))/.exec(url.replace(/^https?:\/\//i, ''))?.[0] ?? url;
