/**
 * What a run changes in the filtered sets of its catalog. Sets with known members count moves themselves at the end of
 * each transaction. The filters of the other sets test every changed product before and after the change.
 */
import { itemAt } from '../checked/known.ts';
import { passesAll } from '../catalog/filters.ts';
import type { Passes } from '../catalog/filters.ts';
import { membershipsOf } from '../catalog/membership.ts';
import type { MoveCounts, Moves } from '../catalog/moves.ts';
import type { StateView } from '../state/state.ts';
import type { Product, ProductSet, SetChange } from '../state/tables/catalog.ts';

interface Counted {
  readonly set: ProductSet;
  came: number;
  went: number;
}

interface Known extends Counted {
  readonly moves: Moves;
}

interface Judged extends Counted {
  readonly passes: Passes;
}

export class SetChanges {
  readonly #known: Known[] = [];
  readonly #judged: Judged[] = [];

  constructor(
    catalogId: string,
    private readonly state: Pick<StateView, 'journal' | 'now' | 'tables' | 'turn'>,
  ) {
    const memberships = membershipsOf(state);
    for (const set of state.tables.product_sets.rowsBy('catalog', catalogId)) {
      if (!set.filters) continue;
      const counted = { set, came: 0, went: 0 };
      const moves = memberships.known(set.id)?.moves;
      if (moves) this.#known.push({ ...counted, moves });
      else this.#judged.push({ ...counted, passes: passesAll(set.filters) });
    }
  }

  /** Must be called for each product that changes; undefined if no set needs it. */
  get judge(): ((before: Product | undefined, after: Product) => void) | undefined {
    return this.#judged.length === 0 ? undefined : this.#judge;
  }

  /** Runs a transaction of the run. True if the sets with known members counted a move, which is only known afterwards. */
  during(transact: () => void): boolean {
    const before = this.#known.map(({ moves }) => moves.counts);
    transact();
    let isMore = false;
    for (const [at, each] of this.#known.entries())
      if (addSince(each, itemAt(before, at), each.moves.counts)) isMore = true;
    return isMore;
  }

  /** The changes of the sets whose filters are the same as when the run began. */
  result(): readonly SetChange[] {
    const { product_sets: sets } = this.state.tables;
    return [...this.#known, ...this.#judged].flatMap(({ set: { id, filters }, came, went }) =>
      came + went > 0 && sets.get(id)?.filters === filters ? [{ set_id: id, came, went }] : [],
    );
  }

  readonly #judge = (before: Product | undefined, after: Product): void => {
    for (const each of this.#judged) {
      const isIn = each.passes(after);
      if ((before !== undefined && each.passes(before)) === isIn) continue;
      if (isIn) each.came++;
      else each.went++;
    }
  };
}

function addSince(counted: Counted, before: MoveCounts, now: MoveCounts): boolean {
  counted.came += now.came - before.came;
  counted.went += now.went - before.went;
  return now.came + now.went > before.came + before.went;
}
