/** Rows that are read after the start: what the pages hear of it. */
import type { Arriving } from '../../engine/inside.ts';
import type { LoadingState } from '../contract/world.ts';

/** How often a page hears of it at most, in ms. */
const tellMs = 250;

export class Loading {
  /** null when there is nothing to load, or nothing any more. */
  state: LoadingState | null = null;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly say: (loading: LoadingState | null) => void) {}

  hear(arriving: Arriving | null): void {
    if (!arriving && !this.state) return;
    this.state = arriving;
    const now = performance.now();
    if (arriving && now - this.#toldAt < tellMs) return;
    this.#toldAt = now;
    this.say(arriving);
  }
}
