export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** A date of the calendar component, whose declarations lose the type. */
export const dayFrom = (date: unknown): CalendarDay => date as CalendarDay;

/** "2026-3-2": identifies a day. */
export const dayKey = ({ year, month, day }: CalendarDay): string => `${year}-${month}-${day}`;

/** "2026-03-02T09:41:12Z": without fractions of a second, as the platform accepts it (ISO 8601, RFC 3339 5.6). */
export const isoSecond = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

/** The same time on another day, in UTC. */
export const withDay = (at: number, { year, month, day }: CalendarDay): number =>
  Date.UTC(year, month - 1, day) + (at - Date.parse(isoSecond(at).slice(0, 10)));

/** Another time on the same day: "09:41" or "09:41:12", in UTC. NaN for invalid text. */
export const withTime = (at: number, time: string): number =>
  Date.parse(`${isoSecond(at).slice(0, 11)}${time.length === 5 ? `${time}:00` : time}Z`);
