/** Trials beside the platform. Each can be stopped by the token of its caller. */
import type { TriedLoad } from '../../engine/inside.ts';
import type { Handlers } from '../contract/contract.ts';
import type { OnCopy, TriedOnCopy } from '../contract/load.ts';
import type { Registering } from '../contract/practice.ts';
import type { InUse } from './in-use.ts';
import { onCopy } from './load-trial.ts';
import type { Load } from './load-trial.ts';

/** How often the progress of a load is sent, in ms. */
const tellMs = 250;

const loadOwnWaiting = () => import('./own-waiting.ts');
const loadPractice = () => import('./receivers/practice.ts');

export class Trials implements Pick<Handlers, 'tryLoad' | 'tryRegistering' | 'stopTrial'> {
  readonly #running = new Map<string, AbortController>();

  constructor(
    private readonly current: Pick<InUse, 'announcer' | 'platform' | 'runWhole' | 'surroundings'>,
  ) {}

  tryLoad({ waiting, ...load }: OnCopy, token: string): Promise<TriedOnCopy> {
    return this.#until(token, async (stopped) => {
      if (waiting.kind !== 'own')
        return { result: await this.#onCopy({ ...load, waiting }, token, stopped), lines: [], thrown: null };
      const { OwnProgram, WaitingFailed } = await loadOwnWaiting();
      const program = new OwnProgram(waiting.code, token, this.current.surroundings.sandbox, stopped);
      try {
        const result = await this.#onCopy({ ...load, waiting: program.wait }, token, stopped);
        return { result, lines: program.lines, thrown: null };
      } catch (error) {
        if (!(error instanceof WaitingFailed)) throw error;
        return { result: null, lines: program.lines, thrown: error.thrown };
      }
    });
  }

  async #onCopy(load: Load, token: string, stopped: AbortSignal): Promise<TriedLoad> {
    const { announcer, surroundings } = this.current;
    let told = performance.now();
    const platform = await this.current.runWhole((whole) => whole);
    return onCopy(platform, surroundings.families, load, (soFar) => {
      stopped.throwIfAborted();
      if (performance.now() - told < tellMs) return;
      told = performance.now();
      announcer.say({ type: 'trial', token, ...soFar });
    });
  }

  tryRegistering(code: string, token: string): Promise<Registering> {
    return this.#until(token, async (stopped) => {
      const { registering } = await loadPractice();
      const { surroundings, platform } = this.current;
      return registering(code, { ...surroundings, now: platform.clock.now(), stopped });
    });
  }

  async stopTrial(token: string): Promise<void> {
    this.#running.get(token)?.abort();
  }

  async #until<T>(token: string, work: (stopped: AbortSignal) => Promise<T>): Promise<T> {
    const stopped = new AbortController();
    this.#running.set(token, stopped);
    try {
      return await work(stopped.signal);
    } finally {
      this.#running.delete(token);
    }
  }
}
