/**
 * Which products are in a filtered set, derived from the products: one bit each, by position in the order of creation.
 * The bits are computed when a set is first asked about, and updated by every transaction from then on (choice:
 * catalog-sets; decisions/catalog.md).
 */
import { known } from '../checked/known.ts';
import { changesOf } from '../state/tables/index.ts';
import { before } from '../state/store/entries.ts';
import type { Edge } from '../state/store/entries.ts';
import { NotYet } from '../state/store/not-yet.ts';
import type { Place } from '../state/store/range.ts';
import type { Stretch } from '../paging/page.ts';
import type { Read, StateView } from '../state/state.ts';
import type { ChangeSet } from '../state/store/store.ts';
import type { ProductSet } from '../state/tables/catalog.ts';
import { followProducts } from './follow.ts';
import { lookTogether, Members } from './members.ts';
import { Moves } from './moves.ts';

/** How many times a filter is applied to a product between two turns. */
const judgedAtOnce = 200_000;

type View = Pick<StateView, 'journal' | 'now' | 'tables' | 'turn'>;

/** The members of the platform's filtered sets that were asked about since it started. */
export class Memberships {
  readonly #sets = new Map<string, Members>();
  /** The time of the last change, epoch ms. */
  #latest = Number.NEGATIVE_INFINITY;

  /** Work under way, by catalog. */
  readonly #preparing = new Map<string, Promise<void>>();

  constructor(private readonly state: Pick<View, 'now' | 'tables' | 'turn'>) {}

  /**
   * The members of a set; of a set that is still processing, those found so far. Throws `NotYet` for a ready set whose
   * members are not known yet: they are not stored, so they are computed again after a start.
   */
  of(set: ProductSet): Members {
    const members = this.#membersOf(set);
    if (!this.#isReady(set) && (this.#preparing.has(set.catalog_id) || !this.#lookForReady(set.catalog_id)))
      throw new NotYet(`product set ${set.id}`, this.prepare(set));
    return members;
  }

  /** The members of a set if all products have been tested for it; null otherwise. */
  known(setId: string): Members | null {
    const members = this.#sets.get(setId);
    return members?.moves ? members : null;
  }

  /** Tests some more products for a set. True when it is complete. */
  look(set: ProductSet): boolean {
    return this.#lookFor([set], set.catalog_id);
  }

  /** Computes, in pieces, the unknown members of all ready sets of the catalog, so that products are read only once. */
  prepare(set: ProductSet): Promise<void> {
    const { catalog_id } = set;
    if (this.#isReady(set)) return Promise.resolve();
    const under = this.#preparing.get(catalog_id);
    if (under) return under;
    const preparing = this.#prepare(catalog_id).finally(() => this.#preparing.delete(catalog_id));
    this.#preparing.set(catalog_id, preparing);
    return preparing;
  }

  async #prepare(catalogId: string): Promise<void> {
    do await this.state.turn();
    while (!this.#lookForReady(catalogId));
  }

  /** A set that is still processing counts as ready, because nobody waits for it. */
  #isReady(set: ProductSet): boolean {
    return set.processing || this.#membersOf(set).looked === Infinity;
  }

  #lookForReady(catalogId: string): boolean {
    const { product_sets } = this.state.tables;
    const all = product_sets.rowsBy('catalog', catalogId);
    const ready = all.filter(({ filters, processing }) => filters && !processing);
    return this.#lookFor(ready, catalogId);
  }

  #lookFor(sets: readonly ProductSet[], catalogId: string): boolean {
    const members = sets.map((set) => this.#membersOf(set));
    const filters = sets.reduce((sum, set) => sum + (set.filters?.length ?? 0), 0);
    const most = Math.ceil(judgedAtOnce / Math.max(1, filters));
    if (!lookTogether(members, catalogId, most, this.state.tables)) return false;
    for (const each of members) each.moves ??= new Moves(this.state.now());
    return true;
  }

  #membersOf({ id, catalog_id, filters }: ProductSet): Members {
    let members = this.#sets.get(id);
    if (!members)
      this.#sets.set(id, (members = new Members(catalog_id, known(filters, 'filters of the set'))));
    return members;
  }

  follow(changes: ChangeSet): void {
    const sets = changesOf(changes, 'product_sets');
    for (const id of sets?.removed ?? []) this.#sets.delete(id);
    const former = new Map((sets?.replaced ?? []).map(({ id, filters }) => [id, filters]));
    for (const { id, filters } of sets?.updated ?? []) if (filters !== former.get(id)) this.#sets.delete(id);
    followProducts(changes, this.#sets.values(), () => this.state.now());
    if (this.#ranBack()) for (const members of this.#sets.values()) members.moves &&= new Moves(this.#latest);
  }

  /** Whether a jump of the clock was undone, which also undoes the moves since. */
  #ranBack(): boolean {
    const latest = this.#latest;
    this.#latest = this.state.now();
    return this.#latest < latest;
  }
}

const all = new WeakMap<object, Memberships>();

/** The memberships of a platform. */
export function membershipsOf(state: View): Memberships {
  let found = all.get(state.journal);
  if (!found) {
    const made = (found = new Memberships(state));
    all.set(state.journal, made);
    state.journal.follow((changes) => made.follow(changes));
  }
  return found;
}

/** The products of a filtered set as a list for paging. */
export class MemberStretch implements Stretch {
  constructor(
    private readonly members: Members,
    private readonly tables: Pick<Read, 'products'>,
    private readonly least = 0,
    private readonly most = Infinity,
  ) {}

  from({ at, isBehind }: Edge): MemberStretch {
    const least = Number(at[0]) + (isBehind ? 1 : 0);
    return new MemberStretch(this.members, this.tables, Math.max(least, this.least), this.most);
  }

  to({ at, isBehind }: Edge): MemberStretch {
    const most = Number(at[0]) - (isBehind ? 0 : 1);
    return new MemberStretch(this.members, this.tables, this.least, Math.min(most, this.most));
  }

  *ascending(): Iterable<Place> {
    for (
      let at = this.members.bits.next(this.least, true);
      at >= 0 && at <= this.most;
      at = this.members.bits.next(at + 1, true)
    )
      yield this.#placeOf(at);
  }

  *descending(): Iterable<Place> {
    for (
      let at = this.members.bits.next(this.most, false);
      at >= this.least;
      at = this.members.bits.next(at - 1, false)
    )
      yield this.#placeOf(at);
  }

  #placeOf(made: number): Place {
    const { products } = this.tables;
    const [place] = products.range('catalog', this.members.catalogId).from(before(made)).ascending();
    return known(place, 'product at this place');
  }
}
