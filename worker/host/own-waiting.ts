/** A program written by a person that is asked after each call of a load how long to wait. */
import { inGroups, isFailure, text, utf8 } from '../../engine/inside.ts';
import type { LastAnswer, OwnWaiting, Thrown } from '../../engine/inside.ts';
import type { ConsoleLine, ReceiverRan, Sandbox } from '../contract/receiver-run.ts';

/** The most characters of a program. */
export const longestWaiting = 16_384;
/** How long it may take to answer, in real ms. */
const answerMs = 3000;
/** The number of console lines that are kept: the latest. */
const mostLines = 100;

/** The program's host in the sandbox, which runs programs as receivers. */
const host = 'own-strategy.example';

/** Why a program did not give a time. */
export class WaitingFailed extends Error {
  override readonly name = 'WaitingFailed';
  constructor(readonly thrown: Thrown) {
    super(thrown.text);
  }
}

export class OwnProgram {
  #lines: ConsoleLine[] = [];
  /** Its storage, kept from one call to the next. */
  readonly #items = new Map<string, string>();

  /**
   * `token` names the trial, whose calls share a worker while they follow each other closely. Use `storage` for what
   * must last.
   */
  constructor(
    private readonly code: string,
    private readonly token: string,
    private readonly sandbox: Sandbox,
    private readonly stopped: AbortSignal,
  ) {}

  get lines(): readonly ConsoleLine[] {
    return this.#lines;
  }

  /** Rejects with `WaitingFailed`, or with the signal's reason when the trial is stopped. */
  readonly wait: OwnWaiting = async (last) => {
    this.stopped.throwIfAborted();
    if (this.code.length > longestWaiting)
      throw failedBecause(`The program has more than ${inGroups(longestWaiting)} characters.`);
    const ran = await this.sandbox(this.#run(last), answerMs, this.stopped);
    this.stopped.throwIfAborted();
    if ('cannot' in ran) throw failedBecause(ran.cannot);
    this.#keep(ran);
    return this.#msIn(ran);
  };

  #run(last: LastAnswer) {
    return {
      ...{ host, code: `${this.code}\n${answering}`, now: last.time, jump: this.token, maxBytes: 1024 },
      items: [...this.#items],
      request: {
        ...{ id: `wait${last.number}`, method: 'POST', url: `https://${host}/` },
        ...{ headers: [['content-type', 'application/json']] as const, body: utf8(JSON.stringify(last)) },
      },
    };
  }

  #keep({ lines, changes }: ReceiverRan): void {
    this.#lines = [...this.#lines, ...lines].slice(-mostLines);
    for (const [key, value] of changes)
      if (value === null) this.#items.delete(key);
      else this.#items.set(key, value);
  }

  #msIn({ result }: ReceiverRan): number {
    if (isFailure(result))
      throw new WaitingFailed(this.#placed(result.thrown ?? { text: result.message, line: null }));
    if (result.thrown) throw new WaitingFailed(this.#placed(result.thrown));
    const given = text(result.body);
    const ms = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(given) ? Number(given) : NaN;
    if (!Number.isFinite(ms))
      throw failedBecause(`wait returned ${given.slice(0, 60)}. It has to return how many ms to wait.`);
    return Math.max(0, ms);
  }

  /** Lines after the person's own are ours. */
  #placed({ text: why, line }: Thrown): Thrown {
    if (/ReferenceError: .*\bwait\b/.test(why)) return { text: 'It has no function wait.', line: null };
    return { text: why, line: line !== null && line <= this.code.split('\n').length ? line : null };
  }
}

/** Makes a receiver of the program. Appended after the person's lines, so that these keep their numbers. */
const answering =
  'export default async (request) => Response.json((await wait(await request.json())) ?? null);';

const failedBecause = (why: string): WaitingFailed => new WaitingFailed({ text: why, line: null });
