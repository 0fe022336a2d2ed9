/** The calls of one page that wait for an answer from any tab. Each is always answered, possibly with an error. */
import { refusal } from '../answer.ts';
import type { Answer } from '../answer.ts';
import type { Call } from '../contract/contract.ts';

interface Pending {
  readonly call: Call;
  readonly settle: (answer: Answer) => void;
  since: number;
}

const mostCalls = 1000;
/** How long another living tab may take, in ms. */
const longestMs = 120_000;

export class PendingCalls {
  readonly #pending = new Map<string, Pending>();

  get size(): number {
    return this.#pending.size;
  }

  /** `dispatch` is called when the call is on the list. */
  add(call: Call, dispatch: () => void): Promise<Answer> {
    if (this.#pending.size >= mostCalls)
      return Promise.resolve(refusal(new RangeError(`More than ${mostCalls} calls wait for an answer`)));
    return new Promise((settle) => {
      this.#pending.set(call.id, { call, settle, since: performance.now() });
      dispatch();
    });
  }

  get(id: string): Call | undefined {
    return this.#pending.get(id)?.call;
  }

  /** In the order of the calls. */
  calls(): readonly Call[] {
    return Array.from(this.#pending.values(), ({ call }) => call);
  }

  settle(id: string, answer: Answer): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.settle(answer);
  }

  refuseAll(error: Error): void {
    for (const id of [...this.#pending.keys()]) this.settle(id, refusal(error));
  }

  /** The tab that works on them is known to be alive: their time limits start again. */
  renew(): void {
    for (const pending of this.#pending.values()) pending.since = performance.now();
  }

  /** Fails the calls that have waited too long. */
  expire(): void {
    const error = new DOMException('The tab that runs the engine did not answer in time', 'TimeoutError');
    for (const [id, { since }] of this.#pending)
      if (performance.now() - since >= longestMs) this.settle(id, refusal(error));
  }
}
