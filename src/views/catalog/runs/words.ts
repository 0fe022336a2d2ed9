/** The words and figures about runs of feeds. */
import { capital } from '../../../../worker/api.ts';
import type { RunFigures, RunGist } from '../../../../worker/api.ts';
import { megabytes } from '../../../merchants/words.ts';
import { figure } from '../../../parts/figures.ts';

/** Bytes of the unpacked file whose rows are processed; fetching may be ahead of that. */
export const doneOf = ({ samples }: Pick<RunFigures, 'samples'>): number => samples.at(-1)?.bytes ?? 0;

/** The share of the announced bytes, 0 to 1; null for a packed file, or if no length was announced. */
export function shareOf(figures: RunFigures): number | null {
  const { isPacked, length } = figures;
  if (isPacked || length === null || length === 0) return null;
  return Math.min(1, doneOf(figures) / length);
}

/** "188.6 of 304.2 MB", "188.6 MB read". */
export function readWords(figures: RunFigures): string {
  const { isPacked, length } = figures;
  const bytes = doneOf(figures);
  if (isPacked || length === null) return `${megabytes(bytes)} read`;
  const [done, all] = [megabytes(bytes), megabytes(length)];
  const unit = / \S+$/.exec(all)![0];
  return done.endsWith(unit) ? `${done.slice(0, -unit.length)} of ${all}` : `${done} of ${all}`;
}

export const acceptedOf = ({ counts }: Pick<RunGist, 'counts'>): number =>
  counts.created + counts.updated + counts.unchanged;

/** "0.28 %", "under 0.01 %", "0 %". */
export function percent(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '0 %';
  const share = (100 * part) / whole;
  if (share < 0.01) return 'under 0.01 %';
  return `${share >= 10 ? Math.round(share) : share.toFixed(share < 1 ? 2 : 1)} %`;
}

/** "24.7 MB/s", from bytes and ms. */
export const speedOf = (bytes: number, ms: number): string => `${(bytes / 1000 / ms).toFixed(1)} MB/s`;

/** "12.3 s", "4 min 12 s". */
export function spanOf(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** "12.3 s, 24.7 MB/s, 81,300 rows a second"; empty without samples. */
export function paceOf({ samples }: Pick<RunFigures, 'samples'>): string {
  const last = samples.at(-1);
  if (!last || last.ms === 0 || last.bytes === 0) return '';
  const rows = Math.round((last.rows * 1000) / last.ms);
  return [spanOf(last.ms), speedOf(last.bytes, last.ms), `${figure(rows)} rows a second`].join(', ');
}

/**
 * A reason without the name of its attribute, which is shown beside it: "Not a price such as 20.00 USD" for "price is
 * not a price such as 20.00 USD".
 */
export function withoutColumn(message: string): string {
  const own = message.replace(/^[a-z][a-z\d_]* (?:is |(?=has ))/, '');
  return capital(own);
}
