/** What a check collects from many calls, such as the state of their windows. */
import type { Call } from './call.ts';

/** It is kept between reports, so that each call is read once, however often a check asks. */
export class Collecting<S> {
  /** By the list of calls, which grows; another list is read from its beginning. */
  readonly #kept = new WeakMap<readonly Call[], { readonly collected: S; read: number }>();

  constructor(
    /** Collects from the calls before the step. */
    private readonly begin: (before: readonly Call[]) => S,
    /** Adds a call of the step. It depends only on its arguments: what is collected must not depend on when. */
    private readonly add: (collected: S, call: Call) => void,
  ) {}

  from(before: readonly Call[], calls: readonly Call[]): S {
    let kept = this.#kept.get(calls);
    if (!kept) this.#kept.set(calls, (kept = { collected: this.begin(before), read: 0 }));
    for (const call of calls.slice(kept.read)) this.add(kept.collected, call);
    kept.read = calls.length;
    return kept.collected;
  }
}
