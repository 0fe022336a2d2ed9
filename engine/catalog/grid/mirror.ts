/**
 * The products of a catalog in the order of creation, each in a fixed slot. Orders and matches are built on it. It is
 * built on first use, some thousands of products at a time, and updated by every transaction. Without further use it
 * stops after a while.
 */
import { before } from '../../state/store/entries.ts';
import { keyAt } from '../../state/store/range.ts';
import type { TableChanges } from '../../state/store/store.ts';
import type { Read } from '../../state/state.ts';
import type { Product } from '../../state/tables/catalog.ts';

const readAtOnce = 2500;
/** After this many product changes without a question, the mirror stops. */
const mostUnasked = 300_000;
/** Most changes that are remembered for orders and matches that have to catch up. */
const mostChanges = 1_000_000;

export class Mirror {
  /** Products by slot; null for a removed product. */
  readonly rows: (Product | null)[] = [];
  /** Position of creation by slot. It ascends, so a slot can be found by binary search. */
  readonly #made: number[] = [];
  /** Changed slots in order. A slot may appear more than once. */
  #changed: number[] = [];
  /** How many changes are forgotten. What is older must be computed again. */
  #forgotten = 0;
  #live = 0;
  /** Products created before this position have been read. */
  #read = 0;
  #unasked = 0;
  #last = -1;
  /** Whether it has stopped, or cannot be kept up to date. */
  isLost = false;

  constructor(
    readonly catalogId: string,
    private readonly tables: Pick<Read, 'products'>,
  ) {}

  get size(): number {
    return this.#live;
  }

  /** The number of changes so far. */
  get version(): number {
    return this.#forgotten + this.#changed.length;
  }

  /** The slots that changed since a version; null if that is forgotten, or if there are more than `most`. */
  changedSince(version: number, most = Infinity): readonly number[] | null {
    if (version < this.#forgotten || this.version - version > most) return null;
    return this.#changed.slice(version - this.#forgotten);
  }

  /** Reads some more products. True when all have been read. */
  read(): boolean {
    if (this.#read === Infinity) return true;
    const { products } = this.tables;
    let left = readAtOnce;
    for (const place of products.range('catalog', this.catalogId).from(before(this.#read)).ascending()) {
      if (left-- === 0) return false;
      const product = products.must(keyAt(place));
      this.#push(product);
      this.#read = product.made + 1;
    }
    this.#read = Infinity;
    return true;
  }

  /** Called for every question. */
  asked(): void {
    this.#unasked = 0;
  }

  follow({ added, updated, removed, replaced }: TableChanges): void {
    for (const row of added) this.#put(row as unknown as Product);
    for (const row of updated) this.#put(row as unknown as Product);
    if (removed.length > 0)
      this.#removeAll(new Set(removed), replaced as readonly unknown[] as readonly Product[]);
    if (this.#unasked > mostUnasked) this.isLost = true;
    if (this.#changed.length > mostChanges) {
      this.#forgotten += this.#changed.length;
      this.#changed = [];
    }
  }

  #put(product: Product): void {
    if (product.catalog_id !== this.catalogId || product.made >= this.#read) return;
    const slot = this.slotOf(product);
    if (slot === -1) return this.#append(product);
    if (this.rows[slot] === null) this.#live++;
    this.rows[slot] = product;
    this.#note(slot);
  }

  #append(product: Product): void {
    // A product that was removed and comes back would need a slot in the middle.
    if (product.made <= (this.#made.at(-1) ?? -1)) this.isLost = true;
    else this.#note(this.#push(product));
  }

  #push(product: Product): number {
    this.#made.push(product.made);
    this.#live++;
    return this.rows.push(product) - 1;
  }

  #removeAll(keys: ReadonlySet<string>, replaced: readonly Product[] | undefined): void {
    if (!replaced) {
      this.isLost = true;
      return;
    }
    for (const product of replaced)
      if (product.catalog_id === this.catalogId && keys.has(product.product_key)) this.#remove(product);
  }

  #remove(product: Product): void {
    const slot = this.slotOf(product);
    if (slot === -1 || this.rows[slot] === null) return;
    this.rows[slot] = null;
    this.#live--;
    this.#note(slot);
  }

  #note(slot: number): void {
    this.#changed.push(slot);
    this.#unasked++;
  }

  /** The slot of a product; -1 if there is none. Feed files usually keep their order, so the next slot is tried first. */
  slotOf({ made }: Product): number {
    const next = this.#last + 1;
    if (this.#made[next] === made) return (this.#last = next);
    let [low, high] = [0, this.#made.length - 1];
    if (high < 0 || made > this.#made[high]!) return -1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#made[middle]! < made) low = middle + 1;
      else high = middle;
    }
    if (this.#made[low] !== made) return -1;
    return (this.#last = low);
  }
}
