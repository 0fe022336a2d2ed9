import { SvelteMap } from 'svelte/reactivity';
import type { OutlivesState } from '../state/session.svelte.ts';
import type { Remedy } from './call-handle.ts';

/** The remedy applied to each refused call. Lives as long as the page, not the view. */
export class Remedies implements OutlivesState {
  readonly #remedies = new SvelteMap<string, Remedy>();

  of(requestId: string): Remedy | null {
    return this.#remedies.get(requestId) ?? null;
  }

  add(requestId: string, remedy: Remedy): void {
    this.#remedies.set(requestId, remedy);
  }

  remove(requestId: string): void {
    this.#remedies.delete(requestId);
  }

  /** The changed state is gone, and the remedies with it. */
  stateReplaced(): void {
    this.#remedies.clear();
  }
}
