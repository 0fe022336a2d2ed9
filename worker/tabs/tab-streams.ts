/** The streams of one tab: those that its page reads, and those that its engine sends to other tabs. */
import type { Down, Up } from '../streams/protocol.ts';
import type { StreamSource } from '../streams/source.ts';
import type { BeginStream } from '../answer.ts';
import { isUp } from './tab-protocol.ts';

export interface TabStreamsOptions {
  readonly down: (to: string, id: string, part: Down) => void;
  readonly up: (id: string, part: Up) => void;
  /** Calls `gone` when a tab has gone; returns a function that stops the wait. */
  readonly whenGone: (tab: string, gone: () => void) => () => void;
}

interface Reader {
  readonly sources: Map<string, StreamSource>;
  readonly stopWaiting: () => void;
}

export class TabStreams {
  readonly #options: TabStreamsOptions;
  /** Streams of our engine that our page reads. */
  readonly #own = new Set<StreamSource>();
  /** Streams of our engine that other tabs read, by tab and call. */
  readonly #readers = new Map<string, Reader>();
  /** Streams of another tab's engine that our page reads, by call. */
  readonly #relays = new Map<string, MessagePort>();

  constructor(options: TabStreamsOptions) {
    this.#options = options;
  }

  /** Whether our page reads a stream of another tab's engine. */
  get relaying(): boolean {
    return this.#relays.size > 0;
  }

  /** From our engine to our page, at the returned port. */
  feed(begin: BeginStream): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const source = kept(begin, (part) => port1.postMessage(part), {
      keep: (begun) => this.#own.add(begun),
      forget: (begun) => this.#own.delete(begun),
    });
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isUp(data)) source.hear(data);
    };
    return port2;
  }

  /** From our engine to the page of another tab. */
  serve(tab: string, id: string, begin: BeginStream): void {
    const reader = this.#readers.get(tab) ?? this.#meet(tab);
    const forget = (): void => {
      reader.sources.delete(id);
      if (reader.sources.size === 0) this.#part(tab);
    };
    kept(begin, (part) => this.#options.down(tab, id, part), {
      keep: (begun) => reader.sources.set(id, begun),
      forget,
    });
    if (!reader.sources.has(id)) forget();
  }

  /** From another tab's engine to our page, at the returned port. */
  relay(id: string): MessagePort {
    const { port1, port2 } = new MessageChannel();
    this.#relays.set(id, port1);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (!isUp(data)) return;
      this.#options.up(id, data);
      if (data.type === 'cancel') this.#forget(id);
    };
    return port2;
  }

  hearDown(id: string, part: Down): void {
    this.#relays.get(id)?.postMessage(part);
    if (part.type === 'end') this.#forget(id);
  }

  hearUp(tab: string, id: string, part: Up): void {
    this.#readers.get(tab)?.sources.get(id)?.hear(part);
  }

  /** The other tab's engine is no longer reachable. */
  endRelays(reason: string): void {
    for (const id of [...this.#relays.keys()]) this.hearDown(id, { type: 'end', reason });
  }

  /** Our engine stops sending streams. */
  endSources(reason: string): void {
    const served = [...this.#readers.values()].flatMap(({ sources }) => [...sources.values()]);
    for (const source of [...this.#own, ...served]) source.cancel(reason);
  }

  #meet(tab: string): Reader {
    const reader: Reader = {
      sources: new Map(),
      stopWaiting: this.#options.whenGone(tab, () => {
        for (const source of [...reader.sources.values()]) source.hear({ type: 'cancel' });
      }),
    };
    this.#readers.set(tab, reader);
    return reader;
  }

  #part(tab: string): void {
    this.#readers.get(tab)?.stopWaiting();
    this.#readers.delete(tab);
  }

  #forget(id: string): void {
    const port = this.#relays.get(id);
    this.#relays.delete(id);
    port?.close();
  }
}

interface Keeping {
  readonly keep: (source: StreamSource) => void;
  readonly forget: (source: StreamSource) => void;
}

/** Starts a stream, and keeps its source until it is over, which may be at once. */
function kept(begin: BeginStream, send: (part: Down) => void, { keep, forget }: Keeping): StreamSource {
  const standing: { isOver: boolean; held: StreamSource | null } = { isOver: false, held: null };
  const source = begin(send, () => {
    standing.isOver = true;
    if (standing.held) forget(standing.held);
  });
  if (standing.isOver) return source;
  standing.held = source;
  keep(source);
  return source;
}
