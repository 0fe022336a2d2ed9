import type { OnCopy, RepeatedCall, Waiting } from '../../../../worker/api.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { LimitValues } from '../settings.svelte.ts';
import type { Run, Strategy } from './verdict.ts';

export const strategies = ['none', 'reset', 'backoff'] as const satisfies readonly Strategy[];

/** The strategies on the same load, each on a copy of the platform of its own. Kept while the page is open. */
export class Contest {
  readonly #session: PageSession;
  runs = $state.raw<readonly Run[]>([]);
  /** The one that is on; null for none. */
  running = $state<Strategy | null>(null);
  /** What the runs were asked for. */
  count = $state(0);
  failure = $state<string | null>(null);

  constructor(session: PageSession) {
    this.#session = session;
  }

  async start(call: RepeatedCall, settings: LimitValues): Promise<void> {
    if (this.running) return;
    const { count, perSecond, fresh } = settings;
    this.runs = [];
    this.count = count;
    this.failure = null;
    try {
      for (const strategy of strategies) {
        this.running = strategy;
        const load: OnCopy = { call, count, perSecond, fresh, waiting: waitingOf(strategy, settings) };
        const result = await this.#session.playground.tryLoad(load);
        this.runs = [...this.runs, { strategy, result }];
      }
    } catch (cause) {
      this.failure = cause instanceof Error ? cause.message : String(cause);
    } finally {
      this.running = null;
    }
  }
}

function waitingOf(kind: Strategy, { firstMs, factor, mostMs, jitter }: LimitValues): Waiting {
  return kind === 'backoff' ? { kind, firstMs, factor, mostMs, jitter } : { kind };
}
