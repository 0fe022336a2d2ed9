/** Runs one receiver for one request: a program of its own, that is ended when it has answered or its time is over. */
import type { ConsoleLine, ItemChange, ReceiverRan, ReceiverRun, SendResult } from '../../worker/api.ts';
import type { Isolation, Running } from './isolation.ts';
import { most, readMessage } from './message.ts';
import type { ToProgram } from './message.ts';
import program from './within/receiver.ts?program';

/** How long a program may take to begin before the whole sandbox counts as broken, in ms. */
const startingMs = 10_000;

export class RunningReceiver {
  readonly #isolation: Isolation;
  readonly #run: ReceiverRun;
  readonly #lines: ConsoleLine[] = [];
  readonly #changes: ItemChange[] = [];
  readonly #running: Running;
  readonly #done: (ran: ReceiverRan) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Characters of its changes. */
  #changed = 0;
  #isOver = false;

  /** `began` is called when the receiver's own time begins, `done` once. */
  constructor(isolation: Isolation, run: ReceiverRun, began: () => void, done: (ran: ReceiverRan) => void) {
    this.#isolation = isolation;
    this.#run = run;
    this.#done = done;
    this.#running = isolation.start(program, (why) => this.#cutOff(why));
    this.#running.port.onmessage = ({ data }: MessageEvent<unknown>) => this.#hear(data, began);
    this.#running.port.onmessageerror = () => this.#cutOff('It sent what cannot be read.');
    const { code, host, request, now, items, maxBytes } = run;
    this.#running.port.postMessage({ code, host, request, now, items, maxBytes } satisfies ToProgram);
    this.#timer = setTimeout(() => isolation.close('It did not begin in time.'), startingMs);
  }

  /** Its time is over. */
  timeOut(timeoutMs: number): void {
    if (this.#isOver) return;
    this.#isolation.doubt();
    this.#say(`Ended: no whole answer within ${timeoutMs} ms.`);
    this.#end({ kind: 'failure', reason: 'timeout', message: `no whole answer within ${timeoutMs} ms` });
  }

  #hear(data: unknown, began: () => void): void {
    if (this.#isOver) return;
    const message = readMessage(data, this.#run.maxBytes);
    if (!message) return this.#cutOff('It sent what is no answer.');
    if (message[0] === 'began') {
      if (this.#timer === undefined) return this.#cutOff('It began twice.');
      clearTimeout(this.#timer);
      this.#timer = undefined;
      began();
    } else if (message[0] === 'line') {
      if (this.#lines.push(message[1]) > most.lines) this.#cutOff('It logged more than 100 lines.');
    } else if (message[0] === 'item') {
      const [key, value] = message[1];
      this.#changed += key.length + (value?.length ?? 0);
      const isMore = this.#changes.push(message[1]) > most.changes || this.#changed > most.changeText;
      if (isMore) this.#cutOff('It stored more than 2,000 times, or more than 1 MiB.');
    } else this.#end(message[1]);
  }

  /** It did what no receiver does, or what it ran in broke down: whoever called it sees the connection end. */
  #cutOff(why: string): void {
    if (this.#isOver) return;
    this.#say(`Cut off: ${why}`);
    this.#end({ kind: 'failure', reason: 'closed', message: `${this.#run.host} was cut off: ${why}` });
  }

  #say(text: string): void {
    this.#lines.push({ level: 'error', text, at: this.#lines.at(-1)?.at ?? this.#run.now, line: null });
  }

  #end(result: SendResult): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#running.end();
    this.#done({ result, lines: this.#lines, changes: this.#changes });
  }
}
