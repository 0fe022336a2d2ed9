/** The engine's end of a stream. */
import { mostQueued } from '../contract/streaming.ts';
import type { Open, Sink } from '../contract/streaming.ts';
import { firstCredit, weigh } from './protocol.ts';
import type { Down, Up } from './protocol.ts';

/** Longer chunks are cut. */
const longestChunk = 64 * 1024;

/** The engine's end of one stream. */
export class StreamSource implements Sink {
  readonly #send: (part: Down) => void;
  readonly #over: () => void;
  #cancel: () => void = () => {};
  #queue: Uint8Array[] = [];
  #queued = 0;
  #credit = firstCredit;
  /** Set when the engine has ended the stream, but queued chunks still have to be sent. */
  #ending: { readonly reason: string | null } | null = null;
  #isFull = false;
  #isOver = false;
  #drained: (() => void)[] = [];

  /** `over` is called once, when the stream has ended for any reason. */
  constructor(open: Open, send: (part: Down) => void, over: () => void) {
    this.#send = send;
    this.#over = over;
    this.#cancel = open(this);
  }

  write(chunk: Uint8Array): boolean {
    if (this.#isOver || this.#ending) return false;
    // Nothing is accepted after a chunk that found no room, so that the reader gets no gaps.
    this.#isFull ||= this.#queued + weigh(chunk) > mostQueued;
    if (this.#isFull) return false;
    this.#push(chunk);
    this.#pump();
    return true;
  }

  #push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length; at += longestChunk) {
      const part = chunk.slice(at, at + longestChunk); // a copy, because queued bytes must not change
      this.#queue.push(part);
      this.#queued += weigh(part);
    }
  }

  drained(): Promise<void> {
    if (this.#isOver || this.#queue.length === 0) return Promise.resolve();
    return new Promise((resolve) => void this.#drained.push(resolve));
  }

  end(reason?: string, last?: Uint8Array): void {
    if (last && !this.#ending && !this.#isOver) this.#push(last);
    this.#ending ??= { reason: reason ?? null };
    this.#pump();
  }

  /** Handles a message from the reader. */
  hear(part: Up): void {
    if (part.type === 'cancel') return this.#finish();
    this.#credit += part.weight;
    this.#pump();
  }

  /** Ends the stream at once, and drops what is queued. */
  cancel(reason: string): void {
    if (this.#isOver) return;
    this.#send({ type: 'end', reason });
    this.#finish();
  }

  #pump(): void {
    while (!this.#isOver && this.#queue.length > 0 && this.#credit > 0) {
      const chunk = this.#queue.shift()!;
      this.#queued -= weigh(chunk);
      this.#credit -= weigh(chunk);
      this.#send({ type: 'chunk', bytes: chunk });
    }
    if (this.#queue.length === 0) this.#tellDrained();
    if (this.#isOver || !this.#ending || this.#queue.length > 0) return;
    this.#send({ type: 'end', reason: this.#ending.reason });
    this.#finish();
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#queue = [];
    this.#queued = 0;
    this.#tellDrained();
    if (!this.#ending) this.#cancel(); // not ended by the engine: the reader left
    this.#over();
  }

  #tellDrained(): void {
    for (const resolve of this.#drained.splice(0)) resolve();
  }
}
