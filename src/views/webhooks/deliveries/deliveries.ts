/** The meaning of an event's tries: which belong to one delivery, and which are still to come. */
import { itemAt, lastOf } from '../../../../worker/api.ts';
import type { ClockJump, DeliveryAttempt, ReportedEvent } from '../../../../worker/api.ts';

/** The delay after each unacknowledged try, in ms (choice: delivery). */
export const retryWaits = [1_000, 5_000, 30_000, 300_000] as const;
export const mostAttempts = retryWaits.length + 1;

/** One sending of an event, with its retries. */
export interface Sending {
  readonly cause: DeliveryAttempt['cause'];
  /** Oldest first; empty while it waits for the first. */
  readonly tries: readonly DeliveryAttempt[];
  /** The future tries in epoch ms, the next first; one that is under way is 0. */
  readonly ahead: readonly number[];
}

export const isAcknowledged = ({ outcome }: DeliveryAttempt): boolean => outcome === 200;

const isOver = ({ tries }: Pick<Sending, 'tries'>): boolean =>
  tries.some((each) => isAcknowledged(each) || each.exchange === null) || tries.length >= mostAttempts;

/** Oldest first; at least one. */
export function sendingsOf({ tries, nextTry, nextCause }: ReportedEvent): readonly Sending[] {
  const sendings: { cause: DeliveryAttempt['cause']; tries: DeliveryAttempt[]; ahead: number[] }[] = [];
  for (const each of tries) {
    const last = sendings.at(-1);
    if (each.cause === 'retry' && last) last.tries.push(each);
    else sendings.push({ cause: each.cause, tries: [each], ahead: [] });
  }
  const last = sendings.at(-1);
  if (!last || (nextCause !== null && isOver(last)))
    sendings.push({ cause: nextCause ?? 'event', tries: [], ahead: [] });
  if (nextCause !== null) {
    const current = lastOf(sendings);
    current.ahead = aheadOf(current.tries.length, nextTry);
  }
  return sendings;
}

function aheadOf(made: number, next: number | null): number[] {
  if (next === null) return [0];
  const ahead = [next];
  for (const wait of retryWaits.slice(made)) ahead.push(lastOf(ahead) + wait);
  return ahead;
}

/** A row of the list: an event, or another sending of an event that had been acknowledged. */
export interface DeliveryRow {
  readonly key: string;
  readonly event: ReportedEvent;
  readonly sending: Sending;
  /** The earlier sendings without acknowledgement, if a person had the event delivered again. */
  readonly earlier: readonly Sending[];
  /** Whether it repeats the event of the row below it. */
  readonly repeats: boolean;
}

/** The rows of events, each with its duplicates above it. */
export const rowsOf = (events: readonly ReportedEvent[]): DeliveryRow[] =>
  events.flatMap((event) => {
    const sendings = sendingsOf(event);
    const proved = sendings.findIndex(({ tries }) => tries.some(isAcknowledged));
    const own = event.state === 'acknowledged' ? Math.max(proved, 0) : sendings.length - 1;
    const repeats = sendings
      .slice(own + 1)
      .map((sending, at) => ({ key: `${event.id}/${at}`, event, sending, earlier: [], repeats: true }));
    const row = { key: event.id, event, sending: itemAt(sendings, own), repeats: false };
    return [...repeats.reverse(), { ...row, earlier: sendings.slice(0, own) }];
  });

/** The unacknowledged tries before the sending that its row shows. */
export const failedBefore = ({ earlier }: DeliveryRow): DeliveryAttempt[] =>
  earlier.flatMap(({ tries }) => tries.filter(({ exchange }) => exchange !== null));

/** When a row's event happened, or was sent again; epoch ms, null while it waits to be sent again. */
export const beganAt = ({ event, sending, repeats }: DeliveryRow): number =>
  repeats ? (sending.tries[0]?.at ?? (sending.ahead[0] || event.at)) : event.at;

/** The jumps of the clock between a row and the one below it. */
export const jumpsBetween = (
  newer: DeliveryRow,
  older: DeliveryRow | undefined,
  jumps: readonly ClockJump[],
): readonly ClockJump[] =>
  older ? jumps.filter(({ from }) => from >= beganAt(older) && from < beganAt(newer)) : [];

/** One of the five places: acknowledged, failed, the next, to come, never needed. */
export type AttemptPlace = 'ok' | 'no' | 'next' | 'ahead' | 'never';

export function placesOf({ tries, ahead }: Sending): AttemptPlace[] {
  const sent = tries.filter(({ exchange }) => exchange !== null);
  const places: AttemptPlace[] = sent.map((each) => (isAcknowledged(each) ? 'ok' : 'no'));
  const rest = isOver({ tries }) ? 'never' : 'ahead';
  while (places.length < mostAttempts) places.push(rest);
  if (rest === 'ahead' && ahead.length > 0 && sent.length > 0) places[sent.length] = 'next';
  return places;
}

/** How many events are before this one in its webhook's line; null if the page does not show the whole line. */
export function turnOf(
  event: ReportedEvent,
  events: readonly ReportedEvent[],
  waiting: number,
): number | null {
  const line = events.filter(({ state }) => state === 'waiting');
  // An event that is ordered again comes after those that wait already, so ids do not tell the order.
  const isPlain = line.every(({ tries, nextCause }) => tries.length === 0 || nextCause === 'event');
  if (line.length !== waiting || !isPlain) return null;
  return line.filter(({ id }) => BigInt(id) < BigInt(event.id)).length;
}
