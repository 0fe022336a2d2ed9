/** Workers of receivers that wait for the next request in the same jump of the clock (decisions/sandbox.md). */
import type { ReceiverRun } from '../../worker/api.ts';
import type { Program } from './program.ts';

/** The maximum number of waiting workers. */
const mostKept = 8;
/** How long each waits, in ms. */
const idleMs = 1000;

interface Kept {
  readonly key: string;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class KeptPrograms {
  readonly #kept = new Map<Program, Kept>();

  /** A worker that answered a request to the same receiver, with the same code, in the same jump; null for none. */
  take(run: ReceiverRun): Program | null {
    const wanted = keyOf(run);
    if (wanted === null) return null;
    for (const [program, { key }] of this.#kept)
      if (key === wanted) {
        this.#forget(program);
        return program;
      }
    return null;
  }

  /** Keeps a worker for the next request in the jump; outside a jump the worker is ended. */
  keep(run: ReceiverRun, program: Program): void {
    const key = keyOf(run);
    if (key === null) return program.end();
    const timer = setTimeout(() => this.#end(program), idleMs);
    this.#kept.set(program, { key, timer });
    program.lost = () => this.#forget(program);
    const [oldest] = this.#kept.keys();
    if (oldest && this.#kept.size > mostKept) this.#end(oldest);
  }

  #end(program: Program): void {
    this.#forget(program);
    program.end();
  }

  #forget(program: Program): void {
    clearTimeout(this.#kept.get(program)?.timer);
    this.#kept.delete(program);
  }
}

const keyOf = ({ jump, host, code }: ReceiverRun): string | null =>
  jump === null ? null : JSON.stringify([jump, host, code]);
