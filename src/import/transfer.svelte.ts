import { newId } from '../../worker/api.ts';
import type { Playground } from '../../worker/api.ts';

/** An export or an import that is under way, and how far it is. */
export class Transfer {
  /** Tells the worker, and what it says, which one is meant. */
  readonly token = newId();
  /** In bytes; null before the first word of it, which comes after a moment. */
  way = $state.raw<{ readonly done: number; readonly total: number } | null>(null);

  /** Follows it. Returns the way to stop. */
  follow(playground: Playground): () => void {
    return playground.subscribe((event) => {
      if (event.type === 'transfer' && event.token === this.token) this.way = event;
    });
  }
}
