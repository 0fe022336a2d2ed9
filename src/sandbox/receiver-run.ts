/**
 * Runs one receiver for one request. Its program is ended after its answer or its time limit, or kept within a jump.
 */
import type {
  ConsoleLine,
  ItemChange,
  Noted,
  ReceiverRan,
  ReceiverRun,
  SendResult,
} from '../../worker/api.ts';
import type { Isolation } from './isolation.ts';
import type { KeptPrograms } from './kept-programs.ts';
import { most, readMessage } from './message.ts';
import { Program } from './program.ts';

/** How long a program may take to start before the whole sandbox counts as broken, in ms. */
const startingMs = 10_000;
/** The same for a kept program, which has already started; after that a new one replaces it. */
const resumingMs = 1000;

export interface RunParts {
  readonly isolation: Isolation;
  readonly kept: KeptPrograms;
  /** Called when the receiver's own time begins. */
  readonly began: () => void;
  /** Called once. */
  readonly done: (ran: ReceiverRan) => void;
}

export class RunningReceiver {
  readonly #run: ReceiverRun;
  readonly #parts: RunParts;
  readonly #lines: ConsoleLine[] = [];
  readonly #changes: ItemChange[] = [];
  #program: Program;
  #port: MessagePort;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Characters of its changes. */
  #changed = 0;
  #noted: Noted | undefined;
  #isOver = false;

  constructor(run: ReceiverRun, parts: RunParts) {
    this.#run = run;
    this.#parts = parts;
    const kept = parts.kept.take(run);
    this.#program = kept ?? new Program(parts.isolation);
    this.#port = kept ? this.#resume(kept) : this.#start(this.#program);
  }

  #start(program: Program): MessagePort {
    program.lost = (why) => this.#cutOff(why);
    this.#timer = setTimeout(() => this.#parts.isolation.close('It did not start in time.'), startingMs);
    return this.#ask(program);
  }

  /** The receiver's work after its answer may have left the program unusable. */
  #resume(kept: Program): MessagePort {
    const replace = (why: string) => {
      if (this.#timer === undefined) return this.#cutOff(why);
      clearTimeout(this.#timer);
      this.#port.close();
      kept.end();
      this.#program = new Program(this.#parts.isolation);
      this.#port = this.#start(this.#program);
    };
    kept.lost = replace;
    this.#timer = setTimeout(() => replace('It did not start in time.'), resumingMs);
    return this.#ask(kept);
  }

  #ask(program: Program): MessagePort {
    const { code, host, request, now, items, maxBytes, isWatched = false } = this.#run;
    const port = program.ask({ code, host, request, now, items, maxBytes, isWatched });
    port.onmessage = ({ data }: MessageEvent<unknown>) => this.#hear(data);
    port.onmessageerror = () => this.#cutOff('It sent something that cannot be read.');
    return port;
  }

  /** Its time limit is over. */
  timeOut(timeoutMs: number): void {
    if (this.#isOver) return;
    this.#parts.isolation.doubt();
    this.#say(`Ended: no whole answer within ${timeoutMs} ms.`);
    this.#end({ kind: 'failure', reason: 'timeout', message: `no whole answer within ${timeoutMs} ms` });
  }

  #hear(data: unknown): void {
    if (this.#isOver) return;
    const message = readMessage(data, this.#run.maxBytes);
    if (!message) return this.#cutOff('It sent something that is not an answer.');
    if (message[0] === 'began') {
      if (this.#timer === undefined) return this.#cutOff('It started twice.');
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#parts.began();
    } else if (message[0] === 'line') {
      if (this.#lines.push(message[1]) > most.lines) this.#cutOff('It logged more than 100 lines.');
    } else if (message[0] === 'item') {
      const [key, value] = message[1];
      this.#changed += key.length + (value?.length ?? 0);
      const isMore = this.#changes.push(message[1]) > most.changes || this.#changed > most.changeText;
      if (isMore) this.#cutOff('It stored more than 2,000 times, or more than 1 MiB.');
    } else if (message[0] === 'noted') {
      if (!this.#run.isWatched) return this.#cutOff('It sent something that was not asked for.');
      this.#noted = message[1];
    } else this.#end(message[1]);
  }

  /** It did something that no receiver does, or its sandbox broke down: the caller sees a closed connection. */
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
    this.#port.close();
    if ('status' in result) this.#parts.kept.keep(this.#run, this.#program);
    else this.#program.end();
    const noted = this.#noted;
    this.#parts.done({ result, lines: this.#lines, changes: this.#changes, ...(noted && { noted }) });
  }
}
