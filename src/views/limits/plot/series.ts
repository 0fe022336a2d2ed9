/** What the plot shows, out of the calls as they were recorded: for each window how much was left, and what happened. */
import type { LimitSample, WindowState } from '../../../../worker/api.ts';
import { keyOf } from '../watch.svelte.ts';

export interface Point {
  /** Epoch ms on the platform's clock. */
  readonly at: number;
  readonly left: number;
  /** What made it so; null for what was so when it begins. */
  readonly by: 'call' | 'refusal' | 'reset' | null;
}

export interface Series {
  readonly key: string;
  readonly window: WindowState;
  readonly appId: string | null;
  readonly userId: string | null;
  /** Oldest first: what was left from then on. */
  readonly points: readonly Point[];
  /** When it became whole again. */
  readonly resets: readonly number[];
  /** When it is whole again; null while no call has opened it. */
  readonly nextReset: number | null;
  /** Calls that it refused. */
  readonly refusals: readonly number[];
}

export interface PlotScope {
  readonly endpointId: string;
  /** null for every App. */
  readonly appId: string | null;
  /** Epoch ms. */
  readonly from: number;
  readonly now: number;
}

/** More lines are not told apart. Those that were called last are shown. */
export const mostSeries = 6;

/** The windows of an endpoint, that which was called last first. */
export function seriesOf(samples: readonly LimitSample[], wanted: PlotScope): Series[] {
  const lines = new Map<string, Line>();
  for (const sample of samples) {
    const { at, endpointId, appId, userId } = sample;
    if (endpointId !== wanted.endpointId || (wanted.appId !== null && appId !== wanted.appId)) continue;
    for (const window of sample.windows) {
      const key = keyOf(window);
      const line = lines.get(key) ?? new Line(window, appId, window.scope === 'user' ? userId : null);
      lines.delete(key); // the last one called stands last
      lines.set(key, line);
      line.take(at, window, sample.status === 429 && window.remaining === 0);
    }
  }
  return [...lines]
    .map(([key, line]) => line.asSeries(key, wanted))
    .filter(({ points }) => points.length > 0)
    .reverse()
    .slice(0, mostSeries);
}

class Line {
  readonly #points: Point[] = [];
  /** The end that was noted last. */
  #closed: number | null = null;
  #last: WindowState;

  constructor(
    window: WindowState,
    private readonly appId: string | null,
    private readonly userId: string | null,
  ) {
    this.#last = window;
  }

  take(at: number, window: WindowState, isRefusal: boolean): void {
    if (this.#points.length === 0) this.#points.push({ at: at - 1, left: window.limit, by: null });
    this.#close(at);
    this.#points.push({ at, left: window.remaining, by: isRefusal ? 'refusal' : 'call' });
    this.#last = window;
  }

  /** The window before has come to its end. */
  #close(now: number): void {
    const { resetAt, limit } = this.#last;
    if (resetAt === null || resetAt > now || this.#closed === resetAt || this.#points.length < 2) return;
    this.#points.push({ at: resetAt, left: limit, by: 'reset' });
    this.#closed = resetAt;
  }

  asSeries(key: string, { from, now }: PlotScope): Series {
    this.#close(now);
    const { resetAt } = this.#last;
    const first = this.#points.findIndex(({ at }) => at >= from);
    const before = first === -1 ? this.#points.at(-1) : this.#points[first - 1];
    const shown = first === -1 ? [] : this.#points.slice(first);
    // What was left as the time that is shown began.
    if (before && shown.length > 0) shown.unshift({ at: from, left: before.left, by: null });
    return {
      key,
      window: this.#last,
      appId: this.appId,
      userId: this.userId,
      points: shown,
      resets: timesOf(shown, 'reset'),
      nextReset: resetAt !== null && resetAt > now ? resetAt : null,
      refusals: timesOf(shown, 'refusal'),
    };
  }
}

/** Calls of the endpoint that got no response at all. */
export const unanswered = (
  samples: readonly LimitSample[],
  { endpointId, appId, from }: Omit<PlotScope, 'now'>,
): LimitSample[] =>
  samples.filter(
    (each) =>
      each.status === null &&
      each.at >= from &&
      each.endpointId === endpointId &&
      (appId === null || each.appId === appId),
  );

const timesOf = (points: readonly Point[], by: Point['by']): number[] =>
  points.filter((point) => point.by === by).map(({ at }) => at);

/** What is left of a window at a moment within its points. */
export function leftAt(points: readonly Point[], at: number): number | null {
  let left: number | null = null;
  for (const point of points) {
    if (point.at > at) break;
    left = point.left;
  }
  return left;
}
