/** One bit per product of a catalog: whether it passes some filters. */
import type { Read } from '../state/state.ts';
import { before } from '../state/store/entries.ts';
import { keyAt } from '../state/store/range.ts';
import type { Product, ProductFilter } from '../state/tables/catalog.ts';
import { Bits } from './bits.ts';
import { passesAll } from './filters.ts';
import type { Passes } from './filters.ts';
import type { Moves, Occasion } from './moves.ts';

export class Members {
  readonly bits = new Bits();
  readonly #passes: Passes;
  /** Products created before this position have been tested. */
  #looked = 0;
  /** Products that entered and left since all were tested; null if moves are not recorded. */
  moves: Moves | null = null;

  constructor(
    readonly catalogId: string,
    filters: readonly ProductFilter[],
  ) {
    this.#passes = passesAll(filters);
  }

  get count(): number {
    return this.bits.count;
  }

  has(made: number): boolean {
    return this.bits.has(made);
  }

  get looked(): number {
    return this.#looked;
  }

  /** Tests a product for the first time. Products come in the order of creation. */
  take(product: Product): void {
    if (product.made < this.#looked) return;
    if (this.#passes(product)) this.bits.set(product.made, true);
    this.#looked = product.made + 1;
  }

  /** All products have been tested. */
  finish(): void {
    this.#looked = Infinity;
  }

  /** Tests a product that was added or changed. */
  judge(product: Product, former: Product | undefined, occasion: Occasion): void {
    if (product.made >= this.#looked) return;
    const isIn = this.#passes(product);
    if (this.bits.set(product.made, isIn))
      this.moves?.note({ isIn, before: former, after: product, occasion });
  }

  forget(product: Product, occasion: Occasion): void {
    if (this.bits.set(product.made, false))
      this.moves?.note({ isIn: false, before: product, after: undefined, occasion });
  }
}

/**
 * Tests up to `most` more products of a catalog for all of these at once, so that what filters derive from a product's
 * texts is computed once. True if no products are left.
 */
export function lookTogether(
  members: readonly Members[],
  catalogId: string,
  most: number,
  { products }: Pick<Read, 'products'>,
): boolean {
  const open = members.filter(({ looked }) => looked < Infinity);
  if (open.length === 0) return true;
  let left = most;
  const from = Math.min(...open.map(({ looked }) => looked));
  for (const place of products.range('catalog', catalogId).from(before(from)).ascending()) {
    if (left-- === 0) return false;
    const product = products.must(keyAt(place));
    for (const each of open) each.take(product);
  }
  for (const each of open) each.finish();
  return true;
}
