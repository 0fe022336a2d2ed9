import { newId } from '../../../../worker/api.ts';
import type { OnCopy, Plan, RepeatedCall, TriedOnCopy } from '../../../../worker/api.ts';
import { messageOf } from '../../../state/message-of.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import type { LimitValues } from '../settings.svelte.ts';
import type { Run, Strategy } from './verdict.ts';

export const strategies = ['none', 'reset', 'backoff'] as const satisfies readonly Strategy[];

/** The load of the runs. */
export interface ContestLoad {
  /** "GET /2/users/me, @mira_holm". */
  readonly name: string;
  readonly count: number;
  readonly perSecond: number;
  readonly fresh: boolean;
  /** The plan at that time; null for an App without a Project. */
  readonly plan: Plan | null;
}

export interface RunningStrategy {
  readonly strategy: Strategy;
  readonly answered: number;
  readonly calls: number;
}

/** The strategies of a contest. */
export interface Entrants {
  readonly which: readonly Strategy[];
  /** The program of the person's own strategy. */
  readonly code: string;
}

/** The strategies on the same load, each on its own copy of the platform. Kept while the page is open. */
export class Contest {
  readonly #session: PageSession;
  runs = $state.raw<readonly Run[]>([]);
  /** The strategies of this contest, in their order. */
  which = $state.raw<readonly Strategy[]>([]);
  /** The running strategy and its progress; null for none. */
  running = $state.raw<RunningStrategy | null>(null);
  load = $state.raw<ContestLoad | null>(null);
  /** The output and the error of the person's own strategy in its last run, and its program. */
  own = $state.raw<(Pick<TriedOnCopy, 'lines' | 'thrown'> & { readonly code: string }) | null>(null);
  failure = $state<string | null>(null);
  isStopped = $state(false);
  #token = '';

  constructor(session: PageSession) {
    this.#session = session;
  }

  /** Earlier runs with the same load are kept beside the new ones. */
  async start(
    call: RepeatedCall,
    settings: LimitValues,
    name: string,
    { which, code }: Entrants,
  ): Promise<void> {
    if (this.running) return;
    const { playground, plan } = this.#session;
    const { count, perSecond, fresh } = settings;
    const load: ContestLoad = { name, count, perSecond, fresh, plan };
    const isSame = JSON.stringify(load) === JSON.stringify(this.load);
    this.runs = isSame ? this.runs.filter(({ strategy }) => !which.includes(strategy)) : [];
    this.which = which;
    this.load = load;
    this.failure = null;
    this.isStopped = false;
    if (which.includes('own')) this.own = null;
    const token = (this.#token = newId());
    const unsubscribe = playground.subscribe((event) => {
      if (event.type === 'trial' && event.token === token && this.running)
        this.running = { ...this.running, answered: event.answered, calls: event.calls };
    });
    try {
      for (const strategy of which) {
        this.running = { strategy, answered: 0, calls: 0 };
        const waiting = waitingOf(strategy, settings, code);
        const { result, lines, thrown } = await playground.tryLoad(
          { call, count, perSecond, fresh, waiting },
          token,
        );
        if (strategy === 'own') this.own = { lines, thrown, code };
        if (result) this.runs = [...this.runs, { strategy, result }];
        if (this.#wasStopped()) break;
      }
    } catch (cause) {
      if (!this.#wasStopped()) this.failure = messageOf(cause);
    } finally {
      unsubscribe();
      this.running = null;
    }
  }

  /** Finished runs stay. */
  stop(): void {
    if (!this.running || this.isStopped) return;
    this.isStopped = true;
    void this.#session.playground.stopTrial(this.#token).catch((cause: unknown) => {
      this.failure = messageOf(cause);
    });
  }

  #wasStopped(): boolean {
    return this.isStopped;
  }
}

function waitingOf(
  kind: Strategy,
  { firstMs, factor, mostMs, jitter }: LimitValues,
  code: string,
): OnCopy['waiting'] {
  if (kind === 'own') return { kind, code };
  return kind === 'backoff' ? { kind, firstMs, factor, mostMs, jitter } : { kind };
}
