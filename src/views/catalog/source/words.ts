import type { DueTime, EndpointLimits, FeedPreview, RowFault, StoredFile } from '../../../../worker/api.ts';
import { figure, windowLength } from '../../../parts/figures.ts';
import { dateOf, timeOf } from '../../../parts/time.ts';

/** "304.2 MB", "8.0 GB"; 1 KB is 1,000 bytes. */
export function sizeOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [unit, by] = bytes < 1e6 ? ['KB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  return `${(bytes / by).toFixed(1)} ${unit}`;
}

export const grouped = (count: number): string => figure(Math.round(count));

/** "1 of 20 calls in 15 min"; the limits of the catalog are the same on every plan (specification 8.2). */
export function costWords(limits: EndpointLimits | undefined): string {
  const limit = limits?.cells.free?.[0];
  return limit ? `1 of ${grouped(limit.limit)} calls in ${windowLength(limit.windowSeconds)}` : 'One call';
}

/** "generated from seed 7", "added 24 Nov 2026, 20:52". */
export function originOf({ origin, addedAt }: StoredFile): string {
  if (origin.type === 'generated') return `generated from seed ${origin.seed}`;
  const when = `${dateOf(addedAt)}, ${timeOf(addedAt).slice(0, 5)} UTC`;
  return `${origin.type === 'imported' ? 'imported' : 'added'} ${when}`;
}

/** How its host serves it, if that is less than perfectly. */
export function conductOf({ conduct }: StoredFile): string | null {
  if (conduct.type === 'normal') return null;
  if (conduct.type === 'slow') return `slow, ${sizeOf(conduct.bytesPerSecond)} a second`;
  const after = `after ${Math.round(conduct.after * 100)} %`;
  return conduct.type === 'stalls' ? `stalls ${after}` : `ends ${after}`;
}

export const faultLabels: Readonly<Record<RowFault, string>> = {
  noCurrency: 'No currency in price',
  httpLink: 'http link',
  unknownAvailability: 'Unknown availability',
  missingId: 'Missing id',
  noIdentifier: 'No brand, gtin or mpn',
  longTitle: 'Title over 150',
  unclosedQuote: 'Unclosed quote',
  sameId: 'The same id twice',
};

/** How the format of a file was recognised: "1f 8b is gzip, then <rss". */
export function signsOf({ format, sign, isPacked, encoding }: FeedPreview['found']): string {
  const marks: Readonly<Record<string, string>> = {
    ',': 'commas in its first line',
    '\t': 'tabs in its first line',
  };
  const seems = sign === null ? null : (marks[sign] ?? sign);
  return [
    isPacked ? '1f 8b is gzip' : null,
    encoding === 'UTF-16' ? 'UTF-16' : null,
    format === null ? 'no known start of a feed' : seems,
  ]
    .filter((each) => each !== null)
    .join(', then ');
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** "Mon 23 Nov 2026 06:00", local time of the zone. */
export function localOf({ local }: DueTime): string {
  const at = Date.parse(`${local}Z`);
  return `${days[new Date(at).getUTCDay()]} ${dateOf(at)} ${local.slice(11, 16)}`;
}

/** "05:00 UTC". */
export const utcOf = ({ at }: DueTime): string => `${timeOf(at).slice(0, 5)} UTC`;

/** "UTC+1", "UTC+5:30". */
export function offsetOf(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}
