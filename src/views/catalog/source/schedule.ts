/** When a feed is fetched, as the form and the API represent it. */

export const weekdays = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

export interface FormSchedule {
  readonly frequency: 'HOURLY' | 'DAILY' | 'WEEKLY';
  /** `06:00`, local time in the zone. */
  readonly time: string;
  /** For a weekly feed; 0 is Sunday. */
  readonly weekday: number;
  readonly zone: string;
}

export const isTime = (text: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);

/** The API's `start_time`: today at that time in the zone, or the next such weekday. `now`: epoch ms. */
export function startOf({ frequency, time, weekday, zone }: FormSchedule, now: number): string {
  const today = new Date(`${dayIn(zone, now)}T00:00:00Z`);
  const days = frequency === 'WEEKLY' ? (weekday - today.getUTCDay() + 7) % 7 : 0;
  today.setUTCDate(today.getUTCDate() + days);
  return `${today.toISOString().slice(0, 10)}T${time}:00`;
}

function dayIn(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'iso8601' },
    numberingSystem: 'latn',
  }).formatToParts(at);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** The time zones that this browser knows, its own first. */
export function zones(): readonly string[] {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
}
