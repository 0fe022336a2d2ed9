import { flows } from '../flows.ts';
import type { FlowId } from '../flows.ts';

/** A flow that ended without its end being seen, and the sentence that says so. */
export interface Ended {
  readonly flow: FlowId;
  readonly text: string;
}

/** The latest, until another flow begins. Without runes: it is loaded where no view is, and brings nothing along. */
class EndedFlow {
  #current: Ended | null = null;
  readonly #listeners = new Set<(ended: Ended | null) => void>();

  /** Calls back at once, and whenever it changes. Returns the way to stop. */
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
