/** The plot's data from the recorded calls: the calls left in each window over time, and the events. */
import type { LimitSample, WindowState } from '../../../../worker/api.ts';
import { keyOf } from '../watch.svelte.ts';

export interface Point {
  /** Epoch ms on the platform's clock. */
  readonly at: number;
  readonly left: number;
  /** The cause of the change; null for the first point. */
  readonly by: 'call' | 'refusal' | 'reset' | null;
}

export interface Series {
  readonly key: string;
  readonly window: WindowState;
  readonly appId: string | null;
  readonly userId: string | null;
  /** Whether the App's plan still has this window. If not, its last call is its end. */
  readonly inForce: boolean;
  /** Oldest first: the calls left from then on. */
  readonly points: readonly Point[];
  /** When it was full again. */
  readonly resets: readonly number[];
  /** When it will be full again; null while no call has opened it, or if it is not in force. */
  readonly nextReset: number | null;
  /** The calls that it refused. */
  readonly refusals: readonly number[];
}

export interface PlotScope {
  readonly endpointId: string;
  /** null for every App. */
  readonly appId: string | null;
  /** Epoch ms. */
  readonly from: number;
  readonly now: number;
  /** Whether the plan of an App has a window; absent while the limits are not known. */
  readonly inForce?: ((appId: string | null, window: WindowState) => boolean) | undefined;
}

/** More lines could not be distinguished. The windows called last are shown. */
export const mostSeries = 6;

/** The windows of an endpoint, the last called first. */
export function seriesOf(samples: readonly LimitSample[], wanted: PlotScope): Series[] {
  const lines = new Map<string, Line>();
  for (const sample of samples) {
    const { at, endpointId, appId, userId } = sample;
    if (endpointId !== wanted.endpointId || (wanted.appId !== null && appId !== wanted.appId)) continue;
    for (const window of sample.windows) {
      const key = keyOf(window);
      const line = lines.get(key) ?? new Line(window, appId, window.scope === 'user' ? userId : null);
      lines.delete(key); // the last called one is last
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
  /** The end that was recorded last. */
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

  /** Records the end of the previous window. */
  #close(now: number): void {
    const { resetAt, limit } = this.#last;
    if (resetAt === null || resetAt > now || this.#closed === resetAt || this.#points.length < 2) return;
    this.#points.push({ at: resetAt, left: limit, by: 'reset' });
    this.#closed = resetAt;
  }

  asSeries(key: string, { from, now, inForce: isInForce }: PlotScope): Series {
    const inForce = isInForce?.(this.appId, this.#last) ?? true;
    if (inForce) this.#close(now);
    const { resetAt } = this.#last;
    const first = this.#points.findIndex(({ at }) => at >= from);
    const before = first === -1 ? this.#points.at(-1) : this.#points[first - 1];
    const shown = first === -1 ? [] : this.#points.slice(first);
    // The calls left at the start of the range.
    if (before && shown.length > 0) shown.unshift({ at: from, left: before.left, by: null });
    return {
      key,
      window: this.#last,
      appId: this.appId,
      userId: this.userId,
      inForce,
      points: shown,
      resets: timesOf(shown, 'reset'),
      nextReset: inForce && resetAt !== null && resetAt > now ? resetAt : null,
      refusals: timesOf(shown, 'refusal'),
    };
  }
}

/** Calls of the endpoint that got no response. */
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

/** The calls left in a window at a moment within its points. */
export function leftAt(points: readonly Point[], at: number): number | null {
  let left: number | null = null;
  for (const point of points) {
    if (point.at > at) break;
    left = point.left;
  }
  return left;
}
