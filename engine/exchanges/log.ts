import type { HeaderList } from '../http/messages.ts';
import type { RecordedOutcome } from '../http/outcome.ts';
import type { Exchange } from './exchange.ts';

/** Most bytes that the log holds, in addition to the limit on its count. */
export const mostBytes = 32 * 1024 * 1024;

/**
 * The latest exchanges, bounded in count and bytes. Also finds the answers of repeated request ids.
 *
 * A ring buffer, not a Map. A Map that grows at one end and shrinks at the other is copied repeatedly, and each dead
 * copy keeps its entries and the next copy alive until a full garbage collection.
 */
export class Log implements ExchangeLog {
  /** The exchange at position p, counted from the first one ever, is at index p modulo `size`. */
  readonly #ring: (Exchange | undefined)[] = [];
  /**
   * At the same indexes: the weight of each exchange and the id of its request, so that removing an exchange need not
   * read it.
   */
  readonly #weights: number[] = [];
  readonly #ids: (string | undefined)[] = [];
  readonly #positions = new Map<string, number>();
  readonly #listeners = new Set<(exchange: Exchange) => void>();
  /** Positions of the oldest exchange, of the next one, and of the first that the host has not taken. */
  #oldest = 0;
  #end = 0;
  #taken = 0;
  /** Positions of exchanges that were completed after the host took them. */
  readonly #amended = new Set<number>();
  /**
   * Ids of exchanges that were removed since the host last took changes. It may have stored some of them with the
   * changes of a call.
   */
  #gone: string[] = [];
  #bytes = 0;
  #next = 1;

  constructor(
    rows: Iterable<ExchangeRow>,
    readonly size: number,
    private readonly isTaken: boolean,
    /** Called when the log was cleared, so that the host takes the changes. */
    private readonly cleared: () => void = () => undefined,
  ) {
    for (const row of [...rows].sort((a, b) => a.sequence - b.sequence)) {
      this.#keep(row);
      this.#taken = this.#end;
      this.#next = row.sequence + 1;
    }
  }

  get bytes(): number {
    return this.#bytes;
  }

  nextSequence(): number {
    return this.#next++;
  }

  list(): readonly Exchange[] {
    return this.#from(this.#oldest).sort((a, b) => a.sequence - b.sequence);
  }

  subscribe(listener: (exchange: Exchange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  clear(): void {
    while (this.#oldest < this.#end) this.#forget();
    this.cleared();
  }

  byRequestId(id: string): Exchange | undefined {
    const position = this.#positions.get(id);
    return position === undefined ? undefined : this.#ring[position % this.size];
  }

  /** Completes an entry that is still kept, with how its stream ended. Listeners are called again. */
  amend(sequence: number, outcome: RecordedOutcome): void {
    for (let position = this.#end - 1; position >= this.#oldest; position--) {
      const entry = this.#ring[position % this.size]!;
      if (entry.sequence !== sequence) continue;
      const amended = { ...entry, outcome };
      this.#ring[position % this.size] = amended;
      if (this.isTaken && position < this.#taken) this.#amended.add(position);
      for (const listener of this.#listeners) tell(listener, amended);
      return;
    }
  }

  add(exchange: Exchange): void {
    this.#keep(exchange);
    for (const listener of this.#listeners) tell(listener, exchange);
  }

  rows(): ExchangeRow[] {
    return this.list().map(toRow);
  }

  /** The changes since the last call. Always empty if changes are not tracked. */
  takeDeferred(): { put: ExchangeRow[]; removed: string[] } {
    const amended = [...this.#amended].filter((position) => position >= this.#oldest);
    const put = this.isTaken
      ? [
          ...amended.map((position) => toRow(this.#ring[position % this.size]!)),
          ...this.#from(Math.max(this.#taken, this.#oldest)).map(toRow),
        ]
      : [];
    this.#amended.clear();
    const removed = this.#gone;
    this.#taken = this.#end;
    this.#gone = [];
    return { put, removed };
  }

  #from(position: number): Exchange[] {
    return Array.from({ length: this.#end - position }, (_, at) => this.#ring[(position + at) % this.size]!);
  }

  #keep(exchange: Exchange): void {
    if (this.#end - this.#oldest === this.size) this.#forget();
    const { id } = exchange.request;
    if (id !== undefined) this.#positions.set(id, this.#end);
    const place = this.#end % this.size;
    this.#ring[place] = exchange;
    this.#ids[place] = id;
    this.#bytes += this.#weights[place] = weight(exchange);
    this.#end++;
    while (this.#bytes > mostBytes && this.#end - this.#oldest > 1) this.#forget();
  }

  /** Removes the oldest exchange. */
  #forget(): void {
    const place = this.#oldest % this.size;
    const id = this.#ids[place];
    if (id !== undefined && this.#positions.get(id) === this.#oldest) this.#positions.delete(id);
    if (this.isTaken) this.#gone.push(String(this.#ring[place]!.sequence));
    this.#ring[place] = undefined;
    this.#oldest++;
    this.#bytes -= this.#weights[place]!;
  }
}

export const toRow = (exchange: Exchange): ExchangeRow => ({ ...exchange, id: String(exchange.sequence) });

/** An error of a listener is reported as unhandled, and the call goes on. */
function tell(listener: (exchange: Exchange) => void, exchange: Exchange): void {
  try {
    listener(exchange);
  } catch (error) {
    void Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}

/** About how much memory an exchange takes. Only adds lengths, because it runs for every call. */
function weight({ request, outcome, trace }: Exchange): number {
  let sum = 512 + request.url.length + (request.body?.length ?? 0) + weightOf(request.headers);
  if (outcome.kind === 'response') sum += outcome.body.length;
  if ('headers' in outcome) sum += weightOf(outcome.headers);
  for (const { text, signature } of trace)
    sum += 128 + text.length + (signature ? signature.baseString.length + 64 : 0);
  return sum;
}

function weightOf(headers: HeaderList): number {
  let sum = 0;
  for (const [name, value] of headers) sum += 16 + name.length + value.length;
  return sum;
}

export interface ExchangeLog {
  /** The largest number of exchanges. The oldest are removed first. */
  readonly size: number;
  /** About how many bytes the exchanges take: at most `mostBytes`, unless a single one takes more. */
  readonly bytes: number;
  /** Oldest first, at most `logSize`. */
  list(): readonly Exchange[];
  /** The exchange of the request with this id of its sender. */
  byRequestId(id: string): Exchange | undefined;
  /**
   * Calls the listener after each exchange, in order, and again when a stream has ended. Returns a function that
   * unsubscribes.
   */
  subscribe(listener: (exchange: Exchange) => void): () => void;
  clear(): void;
}

export type ExchangeRow = Readonly<Exchange & { id: string }>;
