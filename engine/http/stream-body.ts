/** The body of a streamed response: a queue between the platform, which writes, and the reader. */
import type { Cancel, StreamOutcome, StreamSink } from './outcome.ts';

/** How many bytes may be unread before the platform ends the stream. */
const roomForUnread = 1024 * 1024;

/** The bytes that a chunk counts for: a blank line costs more than its two bytes. */
const weightOf = ({ length }: Uint8Array): number => length + 64;

/**
 * Opens a stream and passes on its chunks. All buffered chunks are read before the end. If the stream was broken off,
 * the reader then gets a TypeError, as from a broken connection. When `signal` aborts, the stream is left at once, and
 * every read rejects with the signal's reason.
 */
export const streamBody = (stream: StreamOutcome, signal: AbortSignal): ReadableStream<Uint8Array> =>
  new ReadableStream(new Unread(stream, signal), { highWaterMark: 0 });

class Unread implements StreamSink {
  readonly #queue: Uint8Array[] = [];
  #queued = 0;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  /** Whether the reader waits for a chunk. */
  #isWanted = false;
  /** How the platform ended the stream; null while it is open. */
  #ending: { readonly reason: string | undefined } | null = null;
  #cancel: Cancel = () => undefined;

  constructor(
    private readonly stream: StreamOutcome,
    private readonly signal: AbortSignal,
  ) {}

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
    this.signal.addEventListener('abort', this.#abort, { once: true });
    this.#cancel = this.stream.open(this);
  }

  pull(): void {
    this.#isWanted = true;
    this.#give();
  }

  cancel(): void {
    this.#finish();
    this.#cancel();
  }

  write(chunk: Uint8Array): boolean {
    if (this.#queued + weightOf(chunk) > roomForUnread) return false;
    this.#push(chunk);
    this.#give();
    return true;
  }

  end(reason?: string, last?: Uint8Array): void {
    if (last) this.#push(last);
    this.#ending = { reason };
    this.#give();
  }

  #push(chunk: Uint8Array): void {
    this.#queue.push(chunk);
    this.#queued += weightOf(chunk);
  }

  #give(): void {
    const controller = this.#controller;
    if (!controller) return;
    const chunk = this.#isWanted ? this.#queue.shift() : undefined;
    if (chunk) {
      this.#isWanted = false;
      this.#queued -= weightOf(chunk);
      controller.enqueue(chunk);
    }
    if (!this.#ending || this.#queue.length > 0) return;
    this.#finish();
    if (this.#ending.reason === undefined) controller.close();
    else controller.error(new TypeError('terminated', { cause: new Error(this.#ending.reason) }));
  }

  readonly #abort = (): void => {
    const controller = this.#controller;
    this.#finish();
    this.#cancel();
    controller?.error(this.signal.reason);
  };

  /** Drops the buffer. Nothing more is passed on. */
  #finish(): void {
    this.#controller = null;
    this.#queue.length = 0;
    this.signal.removeEventListener('abort', this.#abort);
  }
}
