import type { Exchange } from './exchange.ts';
import type { ExchangeLog } from './public.ts';
import { Pending } from './state/pending.ts';
import type { ExchangeRow } from './state/schema.ts';

/** Bytes of bodies that the log holds at most, beside its count. */
const mostBytes = 16 * 1024 * 1024;

/** The last exchanges, bounded in count and bytes; answers to known request ids are found here. */
export class Log implements ExchangeLog {
  /** In order of sequence: a Map keeps it, and gives up its oldest at once. */
  readonly #entries = new Map<string, Exchange>();
  readonly #byRequestId = new Map<string, Exchange>();
  readonly #listeners = new Set<(exchange: Exchange) => void>();
  readonly #pending: Pending;
  #bytes = 0;
  #next = 1;

  constructor(
    rows: Iterable<ExchangeRow>,
    private readonly size: number,
    isTaken: boolean,
    /** Called when the log was cleared, so that the host takes what changed. */
    private readonly cleared: () => void = () => undefined,
  ) {
    this.#pending = new Pending(isTaken);
    for (const row of [...rows].sort((a, b) => a.sequence - b.sequence)) {
      this.#keep(row);
      this.#next = row.sequence + 1;
    }
    this.#trim();
  }

  nextSequence(): number {
    return this.#next++;
  }

  list(): readonly Exchange[] {
    return [...this.#entries.values()].sort((a, b) => a.sequence - b.sequence);
  }

  subscribe(listener: (exchange: Exchange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  clear(): void {
    for (const [id, exchange] of this.#entries) this.#forget(id, exchange);
    this.cleared();
  }

  byRequestId(id: string): Exchange | undefined {
    return this.#byRequestId.get(id);
  }

  add(exchange: Exchange): void {
    const id = this.#keep(exchange);
    this.#pending.put(id);
    this.#trim();
    for (const listener of this.#listeners) tell(listener, exchange);
  }

  rows(): ExchangeRow[] {
    return this.list().map(toRow);
  }

  collect(): { put: ExchangeRow[]; removed: string[] } {
    return this.#pending.take((id) => toRow(this.#entries.get(id)!));
  }

  #trim(): void {
    while (this.#entries.size > this.size || (this.#bytes > mostBytes && this.#entries.size > 1)) {
      const [oldest] = this.#entries;
      this.#forget(oldest![0], oldest![1]);
    }
  }

  #keep(exchange: Exchange): string {
    const id = String(exchange.sequence);
    this.#entries.set(id, exchange);
    this.#bytes += weight(exchange);
    if (exchange.request.id !== undefined) this.#byRequestId.set(exchange.request.id, exchange);
    return id;
  }

  #forget(id: string, exchange: Exchange): void {
    this.#entries.delete(id);
    this.#bytes -= weight(exchange);
    if (exchange.request.id !== undefined) this.#byRequestId.delete(exchange.request.id);
    this.#pending.remove(id);
  }
}

export const toRow = (exchange: Exchange): ExchangeRow => ({ ...exchange, id: String(exchange.sequence) });

/** What a listener throws is its own fault: it is reported as unhandled, and the call goes on. */
function tell(listener: (exchange: Exchange) => void, exchange: Exchange): void {
  try {
    listener(exchange);
  } catch (error) {
    void Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}

const weight = ({ request, outcome }: Exchange): number =>
  (request.body?.length ?? 0) + ('closed' in outcome ? 0 : outcome.body.length) + request.url.length + 512;
