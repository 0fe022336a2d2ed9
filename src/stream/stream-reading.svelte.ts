import { mayBeError, readLine } from './line.ts';

/** The number of received lines that are kept; the oldest are dropped. */
export const mostKept = 200;
/** A line longer than this many characters is split. */
export const longestLine = 1_000_000;
/** How often received lines are shown at most, in ms. */
const pace = 100;
const minute = 60_000;

/** A line as received, with its position in the stream. */
export interface ReceivedLine {
  /** Counts up from 1, among the lines of its kind. */
  readonly number: number;
  /** Epoch ms on the platform's clock. */
  readonly at: number;
  /** Without its line end. */
  readonly text: string;
  /** Its line end; empty if the stream ended before it. */
  readonly end: string;
}

/** How a stream ended: by its reader, by itself, or broken off with a reason. */
export type StreamEnding =
  | { readonly at: number; readonly how: 'stopped' | 'complete' }
  | { readonly at: number; readonly how: 'broken'; readonly reason: string };

/** What has been received so far. */
export interface Received {
  /** Lines with content; only the kept ones, oldest first. */
  readonly lines: readonly ReceivedLine[];
  /** The last lines of all, including those that only keep the stream alive. */
  readonly raw: readonly ReceivedLine[];
  readonly count: number;
  /** The number of posts among the lines. */
  readonly posts: number;
  readonly keepAlives: number;
  readonly rawCount: number;
  readonly bytes: number;
}

const nothing: Received = { lines: [], raw: [], count: 0, posts: 0, keepAlives: 0, rawCount: 0, bytes: 0 };

/** Reads a stream from its beginning to its end, even while no view shows it. */
export class StreamReading {
  /** Epoch ms on the platform's clock. */
  readonly openedAt: number;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #now: () => number;
  readonly #over: () => void;
  readonly #decoder = new TextDecoder();
  received = $state.raw(nothing);
  ending = $state.raw<StreamEnding | null>(null);
  /** Received since the last update of the view. */
  #fresh: Received = nothing;
  /** The beginning of an incomplete line. */
  #rest = '';
  /** How many posts were received when, within the last minute. */
  #times: { readonly at: number; count: number }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Starts reading. `now` in epoch ms on the platform's clock; `over` is called once, when the stream has ended. */
  constructor(
    body: ReadableStream<Uint8Array>,
    openedAt: number,
    now: () => number,
    over: () => void = () => undefined,
  ) {
    this.openedAt = openedAt;
    this.#now = now;
    this.#over = over;
    this.#reader = body.getReader();
    void this.#read();
  }

  get isOpen(): boolean {
    return this.ending === null;
  }

  /** Stops reading. Received lines stay. */
  stop = (): void => {
    if (!this.isOpen) return;
    this.#finish({ at: this.#now(), how: 'stopped' });
    this.#reader.cancel().catch(() => undefined);
  };

  /** Posts received within the minute before `now`. */
  inLastMinute(now: number): number {
    const { posts } = this.received; // asked again when more arrives
    return Math.min(
      posts,
      this.#times.reduce((sum, each) => (each.at > now - minute ? sum + each.count : sum), 0),
    );
  }

  async #read(): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (!this.isOpen) return;
        if (done) break;
        this.#take(value);
      }
      this.#finish({ at: this.#now(), how: 'complete' });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#finish({ at: this.#now(), how: 'broken', reason });
    }
  }

  #take(chunk: Uint8Array): void {
    this.#fresh = { ...this.#fresh, bytes: this.#fresh.bytes + chunk.length };
    const parts = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = parts.pop()!;
    this.#add(parts.map((part) => (part.endsWith('\r') ? [part.slice(0, -1), '\r\n'] : [part, '\n'])));
    if (this.#rest.length > longestLine) {
      this.#add([[this.#rest, '']]);
      this.#rest = '';
    }
    this.#timer ??= setTimeout(() => this.#show(), pace);
  }

  #add(ended: readonly (readonly string[])[]): void {
    if (ended.length === 0) return;
    const at = this.#now();
    const { lines, raw, count, posts, rawCount, keepAlives, bytes } = this.#fresh;
    const all = ended.map(([text = '', end = ''], place) => ({
      number: rawCount + place + 1,
      at,
      text,
      end,
    }));
    const said = all.filter(({ text }) => text !== '');
    const found = said.filter(({ text }) => !isError(text)).length;
    const numbered = said.map((line, place) => ({ ...line, number: count + place + 1 }));
    this.#fresh = {
      lines: [...lines, ...numbered].slice(-mostKept),
      raw: [...raw, ...all].slice(-mostKept),
      count: count + said.length,
      posts: posts + found,
      rawCount: rawCount + all.length,
      keepAlives: keepAlives + all.length - said.length,
      bytes,
    };
    this.#note(at, found);
  }

  #note(at: number, count: number): void {
    const last = this.#times.at(-1);
    if (last && at - last.at < 1000) last.count += count;
    else if (count > 0) this.#times.push({ at, count });
    if (this.#times.length > 200) this.#times = this.#times.filter((each) => each.at > at - minute);
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.received = this.#fresh;
  }

  #finish(ending: StreamEnding): void {
    if (!this.isOpen) return;
    const rest = this.#rest + this.#decoder.decode();
    if (rest !== '') this.#add([[rest, '']]);
    this.#rest = '';
    this.#show();
    this.ending = ending;
    this.#over();
  }
}

const isError = (line: string): boolean => mayBeError(line) && readLine(line).kind === 'error';
