/** Failures that a test can order. A client of the real platform can meet each of them, and the log shows them as such. */

export type Failure =
  /** The call is refused with 500 and code 131, after it was authenticated, counted and checked. Nothing is changed. */
  | { readonly type: 'error' }
  /** A page of a list that examines at most `looks` entities: with a filter it can be short or empty before the end. */
  | { readonly type: 'shortPage'; readonly looks: number }
  /** A stream that stops writing after `after` chunks, and stays open. */
  | { readonly type: 'stalls'; readonly after: number }
  /** A stream that is broken off after `after` chunks. Its reader gets an error. */
  | { readonly type: 'cut'; readonly after: number }
  /**
   * The answer to a call to the outside is lost on the way. The receiver has acted on the call, and the platform makes
   * it again: a duplicate delivery.
   */
  | { readonly type: 'lost' };

/** The ordered failures, by endpoint or by effect, in the order in which they were ordered. */
export class Failures {
  readonly #ordered = new Map<string, Failure[]>();

  /** `id`: the id of an endpoint, or the name of an effect. */
  order(id: string, failure: Failure, times: number): void {
    const before = this.#ordered.get(id) ?? [];
    this.#ordered.set(id, [...before, ...Array.from({ length: times }, () => failure)]);
  }

  /** Drops the unused failures. */
  clear(): void {
    this.#ordered.clear();
  }

  /** Takes the failure for the next call, which uses it up. */
  take(id: string): Failure | undefined {
    return this.#ordered.get(id)?.shift();
  }

  /** The call was refused before it could fail, so the failure applies to the next call. */
  giveBack(id: string, failure: Failure): void {
    this.#ordered.set(id, [failure, ...(this.#ordered.get(id) ?? [])]);
  }
}
