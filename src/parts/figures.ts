/** Numbers, durations and sizes in words and figures. Durations are in milliseconds and round up to whole seconds. */
import { inGroups } from '../../worker/api.ts';

/**
 * "1,204,500": thousands by commas. Whole numbers without Intl, whose first use holds the page up for 60 ms and more.
 */
export const figure = (value: number): string =>
  Number.isSafeInteger(value) ? inGroups(value) : new Intl.NumberFormat('en').format(value);

const two = (value: number): string => String(value).padStart(2, '0');
const wholeSeconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000));

/** "11:42", "23:59:07": for a countdown that changes every second. */
export function clockFigure(ms: number): string {
  const seconds = wholeSeconds(ms);
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${two(minutes)}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** "in 3 min 07 s", "in 23 h 59 min", "in 2 days 19 h", "now", "12 s ago": the distance of a moment from now. */
export function distance(ms: number): string {
  if (ms > 0) return `in ${span(wholeSeconds(ms))}`;
  const past = Math.floor(-ms / 1000);
  return past === 0 ? 'now' : `${span(past)} ago`;
}

function span(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) return `${seconds} s`;
  if (hours === 0) return `${minutes} min ${two(seconds % 60)} s`;
  if (hours < 48) return `${hours} h ${two(minutes % 60)} min`;
  return `${Math.floor(hours / 24)} days${hours % 24 ? ` ${hours % 24} h` : ''}`;
}

/** "15 min", "24 h", "1 s": the length of a window, in seconds. */
export function windowLength(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** "0.4 ms", "9 ms", "1.2 s"; empty for NaN, an unknown time. */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms >= 1) return `${Math.round(ms)} ms`;
  return ms < 1 ? `${ms.toFixed(1)} ms` : '';
}

/** "311 B", "12.4 KB". 1 KB is 1,000 bytes. */
export function byteSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
