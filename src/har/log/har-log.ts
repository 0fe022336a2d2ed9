/** A HAR file as a log that is asked like the platform's own. */
import { findExchanges } from '../../../worker/api.ts';
import type { Exchange, FilteredExchanges } from '../../../worker/api.ts';
import { requestOf } from '../read.ts';
import type { HarRead, WholeHarEntry } from '../read.ts';
import { isSigned } from '../signed.ts';
import { asExchange } from './as-exchange.ts';
import type { FoundHarEntries, HarCount, HarSummary, KnownEndpoint, OpenedHarEntry } from './contract.ts';

const noTime = 'Its time cannot be read.';

export class HarLog {
  readonly summary: HarSummary;
  readonly #entries: ReadonlyMap<number, WholeHarEntry>;
  readonly #exchanges: readonly Exchange[];
  /** The exchanges that were changed in one way, kept because a list asks for them again while it is scrolled. */
  #changed: { readonly change: string | null; readonly exchanges: readonly Exchange[] };
  /** Its identity tells `findExchanges` which result it may keep. */
  #listed: { readonly list: () => readonly Exchange[]; readonly subscribe: () => () => void };

  constructor({ entries, problems, writer }: HarRead, endpoints: readonly KnownEndpoint[]) {
    this.#entries = new Map(entries.map((each) => [each.at + 1, each]));
    this.#exchanges = entries.map((each) => asExchange(each, endpoints));
    this.#changed = { change: null, exchanges: this.#exchanges };
    this.#listed = listing(this.#exchanges);
    this.summary = {
      read: entries.length,
      unchanged: entries.filter((each) => changesOf(each).length === 0).length,
      ours: this.#exchanges.filter(({ endpointId }) => endpointId !== null).length,
      changes: counted(entries.flatMap(changesOf)),
      leftOut: counted(problems.map(({ problem }) => problem)).map((each) => ({
        ...each,
        first: 1 + (problems.find(({ problem }) => problem === each.says)?.at ?? 0),
      })),
      writer,
    };
  }

  find({ change, ...wanted }: FoundHarEntries): FilteredExchanges {
    if (change !== this.#changed.change) {
      const exchanges = this.#exchanges.filter(({ sequence }) => this.#has(sequence, change));
      this.#changed = { change, exchanges };
      this.#listed = listing(exchanges);
    }
    return findExchanges(this.#listed, { ...wanted, pinned: [] }, this.#names);
  }

  entry(number: number): OpenedHarEntry | null {
    const entry = this.#entries.get(number);
    const exchange = this.#exchanges.find(({ sequence }) => sequence === number);
    if (!entry || !exchange) return null;
    const notes = changesOf(entry);
    return { exchange, entry: { ...requestOf(entry), notes }, isSigned: isSigned(entry.call) };
  }

  #has(number: number, change: string | null): boolean {
    const entry = this.#entries.get(number);
    return change === null || (entry !== undefined && changesOf(entry).includes(change));
  }

  /** A time of day without a date is one of the day on which the file ends. */
  get #names() {
    return {
      userId: () => null,
      appIds: () => new Set<string>(),
      pinned: new Set<number>(),
      now: this.#exchanges.findLast(({ at }) => !Number.isNaN(at))?.at ?? 0,
    };
  }
}

const listing = (exchanges: readonly Exchange[]) => ({
  list: () => exchanges,
  subscribe: () => () => undefined,
});

const changesOf = ({ sentAt, notes, rest }: WholeHarEntry): readonly string[] => [
  ...notes,
  ...rest.notes,
  ...(sentAt === null ? [noTime] : []),
];

function counted(sentences: readonly string[]): HarCount[] {
  const counts = new Map<string, number>();
  for (const says of sentences) counts.set(says, (counts.get(says) ?? 0) + 1);
  return [...counts].map(([says, count]) => ({ says, count })).sort((a, b) => b.count - a.count);
}
