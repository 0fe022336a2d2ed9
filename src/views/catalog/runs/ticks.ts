/** Where in a file rows were rejected, as a picture 1,000 wide and 20 high. */
import type { RunFigures } from '../../../../worker/api.ts';

import { doneOf } from './words.ts';

type Figures = Pick<
  RunFigures,
  'slice' | 'rejected' | 'counts' | 'length' | 'isPacked' | 'status' | 'samples'
>;

/**
 * Bytes of the unpacked file: the announced length, or the bytes read so far if more is coming and no length was
 * announced.
 */
export function fileLength(figures: Figures): number {
  const { counts, length, isPacked, status } = figures;
  if (status === 'RUNNING' && (isPacked || length === null)) return doneOf(figures);
  return Math.max(isPacked || status === 'SUCCEEDED' ? 0 : (length ?? 0), counts.unpacked);
}

/** A vertical line for each slice with rejected rows; its length grows with the square root of their number. */
export function ticksOf({ slice, rejected }: Figures, length: number): string {
  const most = Math.sqrt(Math.max(1, ...rejected));
  return rejected
    .map((count, at) => {
      if (count === 0) return '';
      const x = Math.min(999, ((at + 0.5) * slice * 1000) / length);
      return `M${x.toFixed(1)} 0v${(4 + (14 * Math.sqrt(count)) / most).toFixed(1)}`;
    })
    .join('');
}

/**
 * "most between 13 and 17 %": a twentieth of the file with at least a third of all rejected rows; null if they are
 * spread out.
 */
export function densest({ slice, rejected }: Figures, length: number): string | null {
  const parts = Array.from({ length: 20 }, () => 0);
  let all = 0;
  rejected.forEach((count, at) => {
    const place = Math.min(19, Math.floor(((at + 0.5) * slice * 20) / length));
    parts[place]! += count;
    all += count;
  });
  const most = Math.max(...parts);
  if (all < 20 || most < all / 3) return null;
  const at = parts.indexOf(most);
  return `most between ${at * 5} and ${(at + 1) * 5} %`;
}
