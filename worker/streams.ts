/**
 * A stream on its way from the engine to the page that reads it. Bytes travel on credit: the reader grants what it has
 * read, the source sends no more than it was granted and keeps a bounded rest. For a reader that falls behind farther
 * than that the stream ends, as the connection to a real platform would: it reads what was kept, and then the reason.
 */
import type { StreamOutcome, StreamSink } from '../engine/index.ts';
import { bytes, nullable, number, object, oneOf, text, union } from './checks.ts';

export type Open = StreamOutcome['open'];

/** An answer with a stream behind it. */
export class Streaming<T> {
  constructor(
    readonly value: T,
    readonly open: Open,
  ) {}
}

/** From the source to the reader. A stream that is complete ends without a reason. */
export type Down =
  | { readonly type: 'chunk'; readonly bytes: Uint8Array }
  | { readonly type: 'end'; readonly reason: string | null };
/** From the reader to the source. */
export type Up = { readonly type: 'credit'; readonly weight: number } | { readonly type: 'cancel' };

export const isDown = union<Down>({
  chunk: object<Extract<Down, { type: 'chunk' }>>({ type: oneOf('chunk'), bytes }),
  end: object<Extract<Down, { type: 'end' }>>({ type: oneOf('end'), reason: nullable(text) }),
});
export const isUp = union<Up>({
  credit: object<Extract<Up, { type: 'credit' }>>({ type: oneOf('credit'), weight: number }),
  cancel: object<Extract<Up, { type: 'cancel' }>>({ type: oneOf('cancel') }),
});

/** What a chunk counts as: its bytes, and what it costs to hold it at all. */
export const weigh = (chunk: Uint8Array): number => chunk.length + 64;
/** What may be under way without having been read, by weight. */
export const firstCredit = 256 * 1024;
/** What is kept for a reader that is behind, by weight. */
export const mostQueued = 1024 * 1024;
/** Longer chunks are cut. */
const longestChunk = 64 * 1024;

/** The engine's end of one stream. */
export class StreamSource implements StreamSink {
  readonly #send: (part: Down) => void;
  readonly #over: () => void;
  #cancel: () => void = () => {};
  #queue: Uint8Array[] = [];
  #queued = 0;
  #credit = firstCredit;
  /** Set when the engine has ended the stream, and what is queued is still to go out. */
  #ending: { readonly reason: string | null } | null = null;
  #isFull = false;
  #isOver = false;

  /** `over` is called once: when the stream has ended, however. */
  constructor(open: Open, send: (part: Down) => void, over: () => void) {
    this.#send = send;
    this.#over = over;
    this.#cancel = open(this);
  }

  write(chunk: Uint8Array): boolean {
    if (this.#isOver || this.#ending) return false;
    // Nothing comes after a chunk that found no room: what the reader gets has no gaps.
    this.#isFull ||= this.#queued + weigh(chunk) > mostQueued;
    if (this.#isFull) return false;
    for (let at = 0; at < chunk.length; at += longestChunk) {
      const part = chunk.slice(at, at + longestChunk); // a copy: what waits here must not change
      this.#queue.push(part);
      this.#queued += weigh(part);
    }
    this.#pump();
    return true;
  }

  end(reason?: string): void {
    this.#ending ??= { reason: reason ?? null };
    this.#pump();
  }

  /** What the reader says. */
  hear(part: Up): void {
    if (part.type === 'cancel') return this.#finish();
    this.#credit += part.weight;
    this.#pump();
  }

  /** Ends the stream at once; what is queued is dropped. */
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
    if (this.#isOver || !this.#ending || this.#queue.length > 0) return;
    this.#send({ type: 'end', reason: this.#ending.reason });
    this.#finish();
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#queue = [];
    this.#queued = 0;
    if (!this.#ending) this.#cancel(); // the engine has not ended it: the reader left
    this.#over();
  }
}
