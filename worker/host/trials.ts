/** Loads on copies of the platform: each says how far it is, and is stopped by the token of who asked for it. */
import type { TriedLoad } from '../../engine/inside.ts';
import type { Handlers } from '../contract/contract.ts';
import type { OnCopy } from '../contract/load.ts';
import type { Current } from './current.ts';
import { onCopy } from './load-trial.ts';

/** How often a page hears how far it is, in ms. */
const tellMs = 250;

export class Trials implements Pick<Handlers, 'tryLoad' | 'stopTrial'> {
  readonly #running = new Map<string, AbortController>();

  constructor(private readonly current: Current) {}

  async tryLoad(load: OnCopy, token: string): Promise<TriedLoad> {
    const { announcer, surroundings } = this.current;
    const stopped = new AbortController();
    this.#running.set(token, stopped);
    let told = performance.now();
    try {
      const platform = await this.current.runWhole((whole) => whole);
      return await onCopy(platform, surroundings.families, load, (soFar) => {
        stopped.signal.throwIfAborted();
        if (performance.now() - told < tellMs) return;
        told = performance.now();
        announcer.say({ type: 'trial', token, ...soFar });
      });
    } finally {
      this.#running.delete(token);
    }
  }

  async stopTrial(token: string): Promise<void> {
    this.#running.get(token)?.abort();
  }
}
