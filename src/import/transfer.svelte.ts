import { newId } from '../../worker/api.ts';
import type { Playground } from '../../worker/api.ts';

/** An export or an import under way, and its progress. */
export class Transfer {
  /** Identifies it in messages to and from the worker. */
  readonly token = newId();
  /** In bytes; null until the first progress event, which takes a moment. */
  way = $state.raw<{ readonly done: number; readonly total: number } | null>(null);

  /** Follows its progress. Returns the way to stop. */
  follow(playground: Playground): () => void {
    return playground.subscribe((event) => {
      if (event.type === 'transfer' && event.token === this.token) this.way = event;
    });
  }
}
