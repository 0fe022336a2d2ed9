import type { LimitSample, LimitsReport, WindowInUse } from '../../../worker/api.ts';
import type { PageSession } from '../../state/session.svelte.ts';
import { knownUntil, merged } from './samples.ts';

/** How often the platform is asked at most, in ms: each tab's calls are heard of one by one. */
const pause = 150;
/** How long a window that is over is still shown, whole again, in ms of the platform's clock. */
export const lingers = 15_000;

/** What can be watched of the limits, kept while the page is open. */
export class LimitWatch {
  readonly #session: PageSession;
  report = $state.raw<LimitsReport | null>(null);
  samples = $state.raw<readonly LimitSample[]>([]);
  /** Windows of an earlier report that came to their end. */
  ended = $state.raw<readonly WindowInUse[]>([]);
  /** Why there is nothing to see, as a sentence. */
  failure = $state<string | null>(null);
  #asking = false;
  #again = false;

  constructor(session: PageSession) {
    this.#session = session;
  }

  /** Looks now, and whenever something happened that limits could follow. Returns the way to stop. */
  follow(): () => void {
    void this.look();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = this.#session.playground.subscribe(({ type }) => {
      if (type === 'storage') return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void this.look();
      }, pause);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }

  /** One question at a time; what happens meanwhile is asked for after it. */
  async look(): Promise<void> {
    if (this.#asking) return void (this.#again = true);
    this.#asking = true;
    this.#again = false;
    try {
      this.#take(await this.#session.playground.ask('limits.report', knownUntil(this.samples)));
      this.failure = null;
    } catch (cause) {
      this.failure = cause instanceof Error ? cause.message : String(cause);
    }
    this.#asking = false;
    if (this.#isAskedAgain()) await this.look();
  }

  /** Somebody may have asked while the answer was awaited. */
  #isAskedAgain(): boolean {
    return this.#again;
  }

  #take(report: LimitsReport): void {
    const { now, windows } = report;
    const open = new Set(windows.map(keyOf));
    const known = [...this.ended, ...(this.report?.windows ?? [])];
    const over = new Map(
      known
        .filter(
          (window) => !open.has(keyOf(window)) && window.resetAt <= now && now < window.resetAt + lingers,
        )
        .map((window) => [keyOf(window), window]),
    );
    this.ended = [...over.values()];
    this.samples = merged(this.samples, report.samples, now);
    this.report = report;
  }
}

type Keyed = Pick<WindowInUse, 'endpointId' | 'scope' | 'principal' | 'windowSeconds'>;

/** Tells windows apart. A window that a change of plan made longer is another one. */
export const keyOf = ({ endpointId, scope, principal, windowSeconds }: Keyed): string =>
  `${endpointId} ${scope} ${principal} ${windowSeconds}`;
