/** Days of time zones, by @internationalized/date, because rules of time zones are not written by hand. */
import { fromAbsolute } from '@internationalized/date';

/** The day of a moment in an IANA time zone, such as `2026-03-29`. Throws a RangeError for an unknown zone. */
export function dayIn(timeZone: string, at: number): string {
  const { year, month, day } = fromAbsolute(at, timeZone);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${year}-${two(month)}-${two(day)}`;
}

export function isTimeZone(name: string): boolean {
  try {
    return name !== '' && dayIn(name, 0) !== '';
  } catch {
    return false;
  }
}
