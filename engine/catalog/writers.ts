/**
 * Who wrote the products of a catalog: batch calls and feed runs. Each writer has a number, which is stored with the
 * products until another writer changes them.
 */
import type { Read, Write } from '../state/state.ts';
import { keyAt } from '../state/store/range.ts';
import { mostWriters } from '../state/tables/catalog-words.ts';
import type { ProductWriter } from '../state/tables/catalog.ts';

type Tables = Pick<Read, 'product_writers'>;
type Who = Pick<ProductWriter, 'request_id' | 'run_id' | 'feed_url'>;

const writerKey = (catalogId: string, number: number): string => `${catalogId}:${number}`;

/** One writer, through all of its transactions. */
export class Writer {
  readonly #catalogId: string;
  readonly #who: Who;
  /** null until the writer has written a product. */
  #number: number | null = null;

  constructor(catalogId: string, who: Partial<Who>) {
    this.#catalogId = catalogId;
    this.#who = { request_id: null, run_id: null, feed_url: null, ...who };
  }

  /** The number of this writer, or the one that it gets if it writes a product in this transaction. */
  numberIn(tables: Tables): number {
    return this.#number ?? lastNumber(this.#catalogId, tables) + 1;
  }

  /** Must be called in each transaction in which the writer wrote a product. `at` is epoch ms on the platform's clock. */
  keep(tables: Tables, write: Pick<Write, 'product_writers'>, at: number): void {
    if (this.#number !== null) return;
    const number = this.numberIn(tables);
    const id = writerKey(this.#catalogId, number);
    write.product_writers.insert({ id, catalog_id: this.#catalogId, number, at, ...this.#who });
    write.product_writers.remove(writerKey(this.#catalogId, number - mostWriters));
    this.#number = number;
  }
}

function lastNumber(catalogId: string, { product_writers }: Tables): number {
  const [last] = product_writers.range('catalog', catalogId).descending();
  return last ? product_writers.must(keyAt(last)).number : -1;
}

/** Removes the writers of a deleted catalog. */
export function removeWriters(
  catalogId: string,
  { product_writers }: Tables,
  write: Pick<Write, 'product_writers'>,
): void {
  for (const place of [...product_writers.range('catalog', catalogId).ascending()])
    write.product_writers.remove(keyAt(place));
}

/** The last change of a product, as the page shows it. */
export interface LastWrite {
  /** When the call came, or when the run wrote its first product, in epoch ms on the platform's clock. */
  readonly at: number;
  readonly by:
    | { readonly type: 'call'; readonly requestId: string | null }
    /** `isKept`: whether the report of the run is still kept. */
    | { readonly type: 'run'; readonly runId: string; readonly feedUrl: string; readonly isKept: boolean };
}

/** null if it is not known: an earlier release wrote the product, or `mostWriters` others have written since. */
export function lastWriteOf(
  { catalog_id, writer }: { readonly catalog_id: string; readonly writer?: number },
  { product_writers, feed_runs }: Pick<Read, 'product_writers' | 'feed_runs'>,
): LastWrite | null {
  const found = writer === undefined ? undefined : product_writers.get(writerKey(catalog_id, writer));
  if (!found) return null;
  const { at, request_id, run_id, feed_url } = found;
  if (run_id === null || feed_url === null) return { at, by: { type: 'call', requestId: request_id } };
  const isKept = feed_runs.get(run_id) !== undefined;
  return { at, by: { type: 'run', runId: run_id, feedUrl: feed_url, isKept } };
}
