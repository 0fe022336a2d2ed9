/** Failures that a test orders. Each is one that a client of the real platform can meet, and stands in the log as such. */

export type Failure =
  /** Refused with 500 and code 131, after the call was authenticated, counted and checked. Nothing is changed. */
  | { readonly type: 'error' }
  /** A page of a list that looks at no more than so many entities: with a filter it comes short, or empty, before the end. */
  | { readonly type: 'shortPage'; readonly looks: number }
  /** A stream that writes nothing more after so many chunks, and stays open. */
  | { readonly type: 'stalls'; readonly after: number }
  /** A stream that is broken off after so many chunks: its reader gets an error. */
  | { readonly type: 'cut'; readonly after: number }
  /**
   * Of a call to the outside: its answer is lost on the way. The receiver has acted on it, and the platform makes the call
   * again: a delivery that comes twice.
   */
  | { readonly type: 'lost' };

/** Which failures are ordered, by endpoint or by effect: the first that was ordered comes first. */
export class Failures {
  readonly #ordered = new Map<string, Failure[]>();

  /** `id`: of an endpoint, or the name of an effect. */
  order(id: string, failure: Failure, times: number): void {
    const before = this.#ordered.get(id) ?? [];
    this.#ordered.set(id, [...before, ...Array.from({ length: times }, () => failure)]);
  }

  /** What was ordered and not used is let go. */
  clear(): void {
    this.#ordered.clear();
  }

  /** The failure of the next call, which is then used up. */
  take(id: string): Failure | undefined {
    return this.#ordered.get(id)?.shift();
  }

  /** The call never came so far as to fail: it is that of the next one. */
  giveBack(id: string, failure: Failure): void {
    this.#ordered.set(id, [failure, ...(this.#ordered.get(id) ?? [])]);
  }
}
