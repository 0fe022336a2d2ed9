/**
 * Sends a load of calls to a separate platform, with one strategy of waiting. Every call is signed, answered and
 * counted like any other. The platform's clock advances by as much as the client waits.
 */
import { itemAt } from '../checked/known.ts';
import type { Exchange } from '../exchanges/exchange.ts';
import type { ExchangeLog } from '../exchanges/log.ts';
import type { Outcome } from '../http/outcome.ts';
import { header } from '../http/messages.ts';
import type { HttpRequest } from '../http/messages.ts';
import { errorCodeIn } from './error-code.ts';
import { refuserOf } from '../limits/refuser.ts';
import type { Refuser } from '../limits/refuser.ts';
import { signed } from './call.ts';
import type { RepeatedCall } from './call.ts';
import { seeded, waitUntil } from './waiting.ts';
import type { LastAnswer, OwnWaiting, Waiting } from './waiting.ts';

export interface LoadTrial {
  readonly call: RepeatedCall;
  /** How many calls must get an answer other than 429. */
  readonly count: number;
  readonly perSecond: number;
  readonly waiting: Waiting | OwnWaiting;
}

/** The number of calls by result in a stretch of time. */
export type Stretch = readonly [done: number, refused: number, closed: number, other: number];

export interface TriedLoad {
  /** Calls that were answered 2xx; then: answered 429, not answered at all, answered otherwise. */
  readonly done: number;
  readonly refused: number;
  readonly closed: number;
  readonly other: number;
  /** Calls that were answered 429, by the limit that refused them. */
  readonly refusedBy: Readonly<Record<Refuser, number>>;
  /** Ms from the first call to the last. */
  readonly elapsedMs: number;
  /** Ms from the first call to the one that silenced the App; null if none did. */
  readonly silencedAtMs: number | null;
  /**
   * Why the trial ended: all calls were answered; the monthly posts were used up, so that waiting for a window does not
   * help; or it reached the largest number of calls or the longest time.
   */
  readonly ended: 'all' | 'month' | 'calls' | 'time';
  /** `elapsedMs` divided into equal stretches. */
  readonly stretches: readonly Stretch[];
}

export const most = { count: 2000, perSecond: 100, calls: 50_000, asked: 5000, ms: 30 * 86_400_000 };
const stretches = 240;
/** How long the monthly limit may refuse a load before the trial ends, in ms. */
const monthPatience = 3_600_000;
/** Calls between two turns. */
const turn = 100;

/** The parts of a platform that a trial uses. */
export interface Stage {
  handle(request: HttpRequest): Promise<Outcome>;
  readonly clock: { now(): number; advance(ms: number): Promise<unknown> };
  readonly exchanges: Pick<ExchangeLog, 'subscribe'>;
}

/** Lets other tasks run, and receives the progress. A rejection ends the trial. */
export type Pause = (soFar: { readonly answered: number; readonly calls: number }) => Promise<void>;

type Kind = 'done' | 'refused' | 'closed' | 'other';
const kinds = ['done', 'refused', 'closed', 'other'] as const satisfies readonly Kind[];

/**
 * Gives the same result each time on the same platform. Awaits `pause` now and then, so that it does not block others.
 * Rejects with a RangeError for too many calls, or too many per second.
 */
export async function tryLoad(
  stage: Stage,
  { call, count, perSecond, waiting }: LoadTrial,
  pause: Pause,
): Promise<TriedLoad> {
  if (!(count >= 1 && count <= most.count && perSecond > 0 && perSecond <= most.perSecond))
    throw new RangeError(`count, perSecond: at most ${most.count} calls, ${most.perSecond} a second`);
  const record = recorder(stage);
  try {
    return await sendAll(stage, { call, count, perSecond, waiting }, { refuser: record.refuser, pause });
  } finally {
    record.stop();
  }
}

interface Beside {
  /** The limit that refused the last call. */
  readonly refuser: () => Refuser | null;
  readonly pause: Pause;
}

async function sendAll(
  stage: Stage,
  { call, count, perSecond, waiting }: LoadTrial,
  { refuser: lastRefuser, pause }: Beside,
): Promise<TriedLoad> {
  const { clock } = stage;
  const start = clock.now();
  const dice = seeded(count);
  const events: { readonly at: number; readonly kind: Kind }[] = [];
  const sums = { done: 0, refused: 0, closed: 0, other: 0 };
  const refusedBy = { window: 0, month: 0, connections: 0 };
  /** A custom program is asked after each call, which takes far longer than a rule. */
  const mostCalls = typeof waiting === 'function' ? most.asked : most.calls;
  let next = start;
  let inARow = 0;
  /** When the monthly limit first refused since a call was last answered. */
  let monthSince: number | null = null;
  let silencedAtMs: number | null = null;
  let ended: TriedLoad['ended'] = 'all';
  while (sums.done + sums.other < count) {
    if (events.length === mostCalls) ended = 'calls';
    if (next - start > most.ms) ended = 'time';
    if (monthSince !== null && (ended !== 'all' || clock.now() - monthSince >= monthPatience))
      ended = 'month';
    if (ended !== 'all') break;
    if (next > clock.now()) await clock.advance(Math.ceil(next - clock.now()));
    const now = clock.now();
    const outcome = await stage.handle(signed(call, now, `load${events.length}`, events.length + 1));
    const kind = kindOf(outcome);
    const refuser = kind === 'refused' ? lastRefuser() : null;
    if (refuser) refusedBy[refuser]++;
    if (refuser === 'month') monthSince ??= now;
    else if (kind === 'done' || kind === 'other') monthSince = null;
    events.push({ at: now - start, kind });
    sums[kind]++;
    if (kind === 'closed') silencedAtMs ??= now - start;
    next += 1000 / perSecond;
    const isSetBack = kind === 'refused' || kind === 'closed';
    inARow = isSetBack ? inARow + 1 : 0;
    if (typeof waiting === 'function') {
      const last = lastAnswer(outcome, { time: now, number: events.length, refusals: inARow });
      if (sums.done + sums.other < count) next = Math.max(next, now + (await waiting(last)));
    } else if (isSetBack)
      next = Math.max(next, waitUntil(waiting, { now, reset: resetOf(outcome), inARow }, dice));
    if (events.length % turn === 0) await pause({ answered: sums.done + sums.other, calls: events.length });
  }
  const elapsedMs = events.at(-1)?.at ?? 0;
  return { ...sums, refusedBy, elapsedMs, silencedAtMs, ended, stretches: stretchesOf(events, elapsedMs) };
}

/** Records the exchange of the last call, because an answer does not say which limit refused it. */
function recorder({ exchanges }: Stage) {
  let last: Exchange | null = null;
  const stop = exchanges.subscribe((exchange) => {
    if (exchange.direction === 'in') last = exchange;
  });
  return { refuser: () => last && refuserOf(last.trace), stop };
}

function kindOf(outcome: Outcome): Kind {
  if (outcome.kind === 'closed') return 'closed';
  if (outcome.status === 429) return 'refused';
  return outcome.status < 300 ? 'done' : 'other';
}

function lastAnswer(outcome: Outcome, more: Pick<LastAnswer, 'time' | 'number' | 'refusals'>): LastAnswer {
  if (outcome.kind === 'closed') return { status: null, code: null, headers: {}, ...more };
  const headers = Object.fromEntries(outcome.headers.map(([name, value]) => [name.toLowerCase(), value]));
  return { status: outcome.status, code: errorCodeIn(outcome), headers, ...more };
}

function resetOf(outcome: Outcome): number | null {
  const value = outcome.kind === 'closed' ? undefined : header(outcome.headers, 'svc-rate-limit-reset');
  return value === undefined ? null : Number(value);
}

function stretchesOf(events: readonly { at: number; kind: Kind }[], elapsedMs: number): Stretch[] {
  const sums = Array.from({ length: stretches }, (): [number, number, number, number] => [0, 0, 0, 0]);
  for (const { at, kind } of events) {
    const place = elapsedMs === 0 ? 0 : Math.min(stretches - 1, Math.floor((at / elapsedMs) * stretches));
    itemAt(sums, place)[kinds.indexOf(kind)]!++;
  }
  return sums;
}

/** The tables of counters. Without their rows every window is full, and no call has been refused. */
export const fresh = ['windows', 'abuse'] as const;
