import { SvelteMap } from 'svelte/reactivity';
import type { OutlivesReset } from '../state/session.svelte.ts';
import type { Deed } from './hand.ts';

/** What was done about which refused call: it lives as long as the page, not the view. */
export class Deeds implements OutlivesReset {
  readonly #deeds = new SvelteMap<string, Deed>();

  of(requestId: string): Deed | null {
    return this.#deeds.get(requestId) ?? null;
  }

  add(requestId: string, deed: Deed): void {
    this.#deeds.set(requestId, deed);
  }

  remove(requestId: string): void {
    this.#deeds.delete(requestId);
  }

  /** What was changed is gone with it. */
  stateReplaced(): void {
    this.#deeds.clear();
  }
}
