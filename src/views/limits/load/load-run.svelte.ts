import { header, loadTrials, refuserOf } from '../../../../worker/api.ts';
import type { Refuser, RepeatedCall, Sent } from '../../../../worker/api.ts';
import { figure } from '../../../parts/figures.ts';
import { WhatRuns } from '../../../state/what-runs.svelte.ts';
import type { Sign } from '../../../state/what-runs.svelte.ts';
import type { OutlivesState, PageSession } from '../../../state/session.svelte.ts';
import type { LoadOutline, LoadResult } from './load-result.ts';
import type { Interruptible } from '../../../state/set-aside.ts';
import { cutOffLoad, forgetLoad, keepLoad } from './kept-load.ts';

export interface LoadPlan extends LoadOutline {
  readonly call: RepeatedCall;
}

/** A call of a load, with its result. */
export interface LoadCall {
  readonly sequence: number;
  /** From 1, in the order of the answers. */
  readonly number: number;
  /** Epoch ms on the platform's clock. */
  readonly at: number;
  /** null for no response. */
  readonly status: number | null;
  readonly refuser: Refuser | null;
  /** The value of `svc-rate-limit-remaining`. */
  readonly remaining: string | null;
}

/** The most calls that are under way at once. */
const mostUnderWay = 16;
/** How often to check whether a wait is over, in ms: the platform's clock may jump. */
const lookMs = 200;
const kept = 5;

function signOf({ sent, plan }: LoadResult, stop: () => void): Sign {
  const far = `${figure(sent)} of ${figure(plan.count)}`;
  const left = {
    ...({ view: 'limits', href: '#/limits/load', does: 'Go to the load' } as const),
    ...{ says: `The load ended at ${far}.`, words: `a load ended at ${far}` },
  };
  return { view: 'limits', words: `a load runs, ${far}`, left, stop };
}

/** The loads that were sent, including the running one, which continues while another view is shown. */
export class LoadRun implements OutlivesState, Interruptible {
  readonly #session: PageSession;
  /** Newest first. */
  results = $state.raw<readonly LoadResult[]>([]);
  readonly current: LoadResult | null = $derived(this.results[0] ?? null);
  readonly isRunning: boolean = $derived(this.current !== null && this.current.ended === null);
  /** The calls of the newest load, oldest first. */
  calls = $state.raw<readonly LoadCall[]>([]);
  #stopped: string | null = null;
  #wake: () => void = () => undefined;

  constructor(session: PageSession) {
    this.#session = session;
    const cutOff = cutOffLoad();
    if (cutOff && session.world.apps.some(({ id }) => id === cutOff.plan.appId)) this.results = [cutOff];
    const stop = () => this.stop();
    session
      .keep(WhatRuns)
      .follow('load', () => (this.current && this.isRunning ? signOf(this.current, stop) : null));
  }

  /** Sends real calls, which count in the person's world. Does nothing while a load runs. */
  async start(plan: LoadPlan): Promise<void> {
    if (this.isRunning) return;
    this.#stopped = null;
    const sums = {
      sent: 0,
      done: 0,
      refused: 0,
      closed: 0,
      other: 0,
      others: {},
      refusedBy: {},
      waitsUntil: null,
      tookMs: 0,
      waitedMs: 0,
      isCutOff: false,
    };
    this.calls = [];
    this.results = [{ plan, ...sums, ended: null }, ...this.results].slice(0, kept);
    try {
      await this.#send(plan);
    } catch (cause) {
      this.#stopped ??= `failed: ${cause instanceof Error ? cause.message : String(cause)}`;
    }
    this.#update({ ended: this.#stopped ?? 'through', waitsUntil: null });
    forgetLoad();
  }

  stop(why = 'stopped'): void {
    if (!this.isRunning) return;
    this.#stopped ??= why;
    this.#wake();
  }

  stateReplaced(): void {
    forgetLoad();
    this.interrupt();
  }

  interrupt(): undefined {
    this.stop('ended with the former state of the platform');
  }

  async #send(plan: LoadPlan): Promise<void> {
    const { signed } = await loadTrials();
    const { playground } = this.#session;
    const begin = Date.now();
    const underWay = new Set<Promise<void>>();
    let next = begin;
    for (let turn = 1; turn <= plan.count && !this.#stopped; turn++) {
      await this.#until(() => Date.now() >= next, next - Date.now());
      if (plan.on429 === 'wait' && this.current?.waitsUntil) next = await this.#waited();
      if (this.#stopped) break;
      next = Math.max(next, Date.now() - 1000) + 1000 / plan.perSecond;
      const message = signed(
        plan.call,
        this.#session.clock.now,
        crypto.randomUUID().replaceAll('-', ''),
        turn,
      );
      const call = playground.send(message).then(
        (sent) => this.#note(sent, plan, begin),
        (cause: unknown) => this.stop(`failed: ${cause instanceof Error ? cause.message : String(cause)}`),
      );
      underWay.add(call);
      void call.finally(() => underWay.delete(call));
      // To react to a refusal, the load must wait for each answer.
      if (plan.on429 !== 'go on') await call;
      else if (underWay.size >= mostUnderWay) await Promise.race(underWay);
    }
    await Promise.all(underWay);
  }

  #note({ outcome, exchange }: Sent, { on429 }: LoadPlan, begin: number): void {
    const { current } = this;
    if (!current) return;
    const status = outcome.kind === 'closed' ? null : outcome.status;
    const kind = status === null ? 'closed' : status === 429 ? 'refused' : status < 300 ? 'done' : 'other';
    const others =
      kind === 'other'
        ? { ...current.others, [String(status)]: (current.others[String(status)] ?? 0) + 1 }
        : current.others;
    const refuser = refuserOf(exchange.trace);
    // Without a response there is no header to read, so it tries again a minute later.
    const reset =
      outcome.kind === 'closed'
        ? this.#session.clock.now + 60_000
        : Number(header(outcome.headers, 'svc-rate-limit-reset')) * 1000;
    const remaining =
      outcome.kind === 'closed' ? null : (header(outcome.headers, 'svc-rate-limit-remaining') ?? null);
    const { sequence, at } = exchange;
    this.calls = [...this.calls, { sequence, at, number: this.calls.length + 1, status, refuser, remaining }];
    const waits = on429 === 'wait' && (kind === 'closed' || kind === 'refused') && reset > 0;
    this.#update({
      sent: current.sent + 1,
      [kind]: current[kind] + 1,
      others,
      ...(refuser && {
        refusedBy: { ...current.refusedBy, [refuser]: (current.refusedBy[refuser] ?? 0) + 1 },
      }),
      tookMs: Date.now() - begin,
      ...(waits && { waitsUntil: reset }),
    });
    if (on429 === 'stop' && (kind === 'refused' || kind === 'closed'))
      this.stop('stopped at the first refusal');
  }

  /** Waits until the reset on the platform's clock. Resolves to the epoch ms of real time at which it continues. */
  async #waited(): Promise<number> {
    const from = Date.now();
    while (!this.#stopped && this.#session.clock.now < (this.current?.waitsUntil ?? 0))
      await this.#until(() => false, lookMs);
    const now = Date.now();
    this.#update({ waitsUntil: null, waitedMs: (this.current?.waitedMs ?? 0) + now - from });
    return now;
  }

  /** Resolves after `ms`, at once if `isOver`, or early if the load is stopped. */
  #until(isOver: () => boolean, ms: number): Promise<void> {
    if (isOver() || this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #update(change: Partial<LoadResult>): void {
    const [current, ...older] = this.results;
    if (!current) return;
    const changed = { ...current, ...change };
    this.results = [changed, ...older];
    if (changed.ended === null) keepLoad(changed);
  }
}
