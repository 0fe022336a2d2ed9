/** What the tries of an event mean: which belong to one delivery, and what is still to come of it. */
import { itemAt, lastOf } from '../../../../worker/api.ts';
import type { ClockJump, DeliveryAttempt, ReportedEvent } from '../../../../worker/api.ts';

/** How long after each try that was not acknowledged the next one comes, in ms (choice: delivery). */
export const retryWaits = [1_000, 5_000, 30_000, 300_000] as const;
export const mostAttempts = retryWaits.length + 1;

/** One sending of an event, with its retries. */
export interface Sending {
  readonly cause: DeliveryAttempt['cause'];
  /** Oldest first; none yet for one that waits. */
  readonly tries: readonly DeliveryAttempt[];
  /** What is to come, epoch ms, the next first; what is under way is at 0. */
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

/** A row of the list: an event, or one more sending of an event that had been acknowledged. */
export interface DeliveryRow {
  readonly key: string;
  readonly event: ReportedEvent;
  readonly sending: Sending;
  /** What was sent before it, and not acknowledged: of an event that was delivered again by hand. */
  readonly earlier: readonly Sending[];
  /** Whether it repeats the event whose row stands under it. */
  readonly repeats: boolean;
}

/** The rows of events, each with what repeats it above it. */
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

/** How often it was sent, and not acknowledged, before the sending that its row shows. */
export const failedBefore = ({ earlier }: DeliveryRow): DeliveryAttempt[] =>
  earlier.flatMap(({ tries }) => tries.filter(({ exchange }) => exchange !== null));

/** When a row's event happened, or was sent again; epoch ms, null for what waits to be sent again. */
export const beganAt = ({ event, sending, repeats }: DeliveryRow): number =>
  repeats ? (sending.tries[0]?.at ?? (sending.ahead[0] || event.at)) : event.at;

/** The jumps of the clock that lie between a row and the one under it. */
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

/** How many are before this one in its webhook's line; null where the page does not show the whole line. */
export function turnOf(
  event: ReportedEvent,
  events: readonly ReportedEvent[],
  waiting: number,
): number | null {
  const line = events.filter(({ state }) => state === 'waiting');
  // What is ordered again stands behind what waits already: then the ids do not tell.
  const isPlain = line.every(({ tries, nextCause }) => tries.length === 0 || nextCause === 'event');
  if (line.length !== waiting || !isPlain) return null;
  return line.filter(({ id }) => BigInt(id) < BigInt(event.id)).length;
}
