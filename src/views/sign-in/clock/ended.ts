import { flows } from '../flows.ts';
import type { FlowId } from '../flows.ts';

/** A flow that ended while it was not shown, and the sentence about it. */
export interface Ended {
  readonly flow: FlowId;
  readonly text: string;
}

/**
 * The latest ended flow, until another begins. Without runes, because it is loaded outside of views and must not import
 * more.
 */
class EndedFlow {
  #current: Ended | null = null;
  readonly #listeners = new Set<(ended: Ended | null) => void>();

  /** Calls the listener at once, and on each change. Returns a function that stops it. */
  listen(listener: (ended: Ended | null) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#current);
    return () => void this.#listeners.delete(listener);
  }

  say(flow: FlowId, how: string): string {
    const text = `The flow “${flows[flow].title}” ${how}`;
    this.#set({ flow, text });
    return text;
  }

  forget(): void {
    this.#set(null);
  }

  #set(ended: Ended | null): void {
    this.#current = ended;
    for (const listener of this.#listeners) listener(ended);
  }
}

export const endedFlow = new EndedFlow();
