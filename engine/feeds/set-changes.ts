/** What a run changes in the filtered sets of its catalog: each product that changes is judged before and after. */
import { passesAll } from '../catalog/filters.ts';
import type { Passes } from '../catalog/filters.ts';
import type { Read } from '../state/state.ts';
import type { Product, ProductSet, SetChange } from '../state/tables/catalog.ts';

interface Counted {
  readonly set: ProductSet;
  readonly passes: Passes;
  came: number;
  went: number;
}

export class SetChanges {
  readonly #sets: readonly Counted[];

  constructor(
    catalogId: string,
    private readonly tables: Pick<Read, 'product_sets'>,
  ) {
    this.#sets = tables.product_sets.keysBy('catalog', catalogId).flatMap((id): Counted[] => {
      const set = tables.product_sets.get(id)!;
      return set.filters ? [{ set, passes: passesAll(set.filters), came: 0, went: 0 }] : [];
    });
  }

  /** A product becomes another one. */
  readonly judge = (before: Product | undefined, after: Product): void => {
    for (const each of this.#sets) {
      const isIn = each.passes(after);
      if ((before !== undefined && each.passes(before)) === isIn) continue;
      if (isIn) each.came++;
      else each.went++;
    }
  };

  /** Of the sets that still have the filters that they had when the run began. */
  result(): readonly SetChange[] {
    return this.#sets.flatMap(({ set: { id, filters }, came, went }) =>
      came + went > 0 && this.tables.product_sets.get(id)?.filters === filters
        ? [{ set_id: id, came, went }]
        : [],
    );
  }
}
