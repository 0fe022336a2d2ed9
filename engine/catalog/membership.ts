/**
 * Which products are in a filtered set. It is derived from the products: a bit for each, by its place in the order of
 * creation. It is made when a set is first asked about, and follows every transaction from then on
 * (choice: catalog-sets; decisions/catalog.md).
 */
import { before } from '../state/store/entries.ts';
import type { Edge } from '../state/store/entries.ts';
import { keyAt } from '../state/store/range.ts';
import type { Place } from '../state/store/range.ts';
import type { Stretch } from '../paging/page.ts';
import type { Read, StateView } from '../state/state.ts';
import type { ChangeSet, TableChanges } from '../state/store/store.ts';
import type { Product, ProductSet } from '../state/tables/catalog.ts';
import { passesAll } from './filters.ts';
import type { Passes } from './filters.ts';

/** Products at a time, between which others have their turn. */
const lookedAtOnce = 20_000;

export class Members {
  readonly #passes: Passes;
  #bits = new Uint32Array(1024);
  #count = 0;
  /** Products made before this one have been looked at. */
  #looked = 0;

  constructor(
    readonly catalogId: string,
    filters: NonNullable<ProductSet['filters']>,
  ) {
    this.#passes = passesAll(filters);
  }

  get count(): number {
    return this.#count;
  }

  /** Looks at up to so many more products of the catalog. Whether there are none left. */
  look(most: number, { products }: Pick<Read, 'products'>): boolean {
    if (this.#looked === Infinity) return true;
    let left = most;
    const rest = products.range('catalog', this.catalogId).from(before(this.#looked));
    for (const place of rest.ascending()) {
      if (left-- === 0) return false;
      const product = products.get(keyAt(place))!;
      if (this.#passes(product)) this.#set(product.made, true);
      this.#looked = product.made + 1;
    }
    this.#looked = Infinity;
    return true;
  }

  /** A product of the catalog is there, or has become another. */
  judge(product: Product): void {
    if (product.made < this.#looked) this.#set(product.made, this.#passes(product));
  }

  has(made: number): boolean {
    const word = this.#bits[made >>> 5];
    return word !== undefined && (word & (1 << (made & 31))) !== 0;
  }

  forget({ made }: Product): void {
    this.#set(made, false);
  }

  /** The first member that was made at or after a place, or at or before it; -1 for none. */
  next(from: number, isUpward: boolean): number {
    const step = isUpward ? 1 : -1;
    const last = this.#bits.length - 1;
    const end = last * 32 + 31;
    if (from < 0 || (isUpward && from > end)) return -1;
    let at = Math.min(from, end);
    for (let word = at >>> 5; word >= 0 && word <= last; word += step) {
      const bits = this.#bits[word]!;
      if (bits !== 0) {
        const inWord = at - word * 32;
        const kept = isUpward ? bits & (~0 << inWord) : bits & (inWord === 31 ? ~0 : (1 << (inWord + 1)) - 1);
        if (kept !== 0) return word * 32 + (isUpward ? lowest(kept) : 31 - Math.clz32(kept));
      }
      at = isUpward ? (word + 1) * 32 : word * 32 - 1;
    }
    return -1;
  }

  #set(at: number, isIn: boolean): void {
    const word = at >>> 5;
    const bit = 1 << (at & 31);
    if (word >= this.#bits.length) {
      if (!isIn) return;
      const grown = new Uint32Array(Math.max(word + 1, this.#bits.length * 2));
      grown.set(this.#bits);
      this.#bits = grown;
    }
    if (((this.#bits[word]! & bit) !== 0) === isIn) return;
    this.#bits[word]! ^= bit;
    this.#count += isIn ? 1 : -1;
  }
}

const none: readonly Members[] = [];

const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);

/** The members of the filtered sets of a platform that were asked about since it began. */
export class Memberships {
  readonly #sets = new Map<string, Members>();

  constructor(private readonly tables: Pick<Read, 'product_sets' | 'products'>) {}

  /** Of a set that is whole everything at once; of one that is still worked on what was found so far. */
  of({ id, catalog_id, filters, processing }: ProductSet): Members {
    let members = this.#sets.get(id);
    if (!members) {
      members = new Members(catalog_id, filters!);
      this.#sets.set(id, members);
    }
    if (!processing) members.look(Infinity, this.tables);
    return members;
  }

  /** Looks for the members of a set that is whole in pieces, where they are not known yet. */
  async prepare(
    { id, catalog_id, filters, processing }: ProductSet,
    turn: () => Promise<void>,
  ): Promise<void> {
    if (processing) return;
    const members = this.#sets.get(id) ?? new Members(catalog_id, filters!);
    this.#sets.set(id, members);
    while (!members.look(lookedAtOnce, this.tables)) await turn();
  }

  follow(changes: ChangeSet): void {
    const { product_sets: sets, products } = changes;
    for (const id of sets?.removed ?? []) this.#sets.delete(id);
    const former = new Map((sets?.replaced ?? []).map((row) => [row['id'], row['filters']]));
    for (const row of sets?.updated ?? [])
      if (row['filters'] !== former.get(row['id'])) this.#sets.delete(row['id'] as string);
    if (products && this.#sets.size > 0) this.#followProducts(products);
  }

  #followProducts({ added, updated, removed, replaced = [] }: TableChanges): void {
    const of = this.#byCatalog();
    const all = (rows: readonly object[]) => rows as readonly Product[];
    // Product by product: what filters make of its texts is made once.
    for (const rows of [all(added), all(updated)])
      for (const product of rows)
        for (const members of of.get(product.catalog_id) ?? none) members.judge(product);
    if (removed.length === 0) return;
    const gone = new Set(removed);
    for (const product of all(replaced))
      if (gone.has(product.product_key))
        for (const members of of.get(product.catalog_id) ?? none) members.forget(product);
  }

  #byCatalog(): ReadonlyMap<string, readonly Members[]> {
    const of = new Map<string, Members[]>();
    for (const members of this.#sets.values()) {
      const known = of.get(members.catalogId);
      if (known) known.push(members);
      else of.set(members.catalogId, [members]);
    }
    return of;
  }
}

const all = new WeakMap<object, Memberships>();

/** Those of a platform. */
export function membershipsOf(state: Pick<StateView, 'journal' | 'tables'>): Memberships {
  let found = all.get(state.journal);
  if (!found) {
    const made = (found = new Memberships(state.tables));
    all.set(state.journal, made);
    state.journal.follow((changes) => made.follow(changes));
  }
  return found;
}

/** The products of a filtered set as a list that pages are taken of. */
export class MemberStretch implements Stretch {
  constructor(
    private readonly members: Members,
    private readonly tables: Pick<Read, 'products'>,
    private readonly least = 0,
    private readonly most = Infinity,
  ) {}

  from({ at, isBehind }: Edge): MemberStretch {
    const least = (at[0] as number) + (isBehind ? 1 : 0);
    return new MemberStretch(this.members, this.tables, Math.max(least, this.least), this.most);
  }

  to({ at, isBehind }: Edge): MemberStretch {
    const most = (at[0] as number) - (isBehind ? 0 : 1);
    return new MemberStretch(this.members, this.tables, this.least, Math.min(most, this.most));
  }

  *ascending(): Iterable<Place> {
    for (
      let at = this.members.next(this.least, true);
      at >= 0 && at <= this.most;
      at = this.members.next(at + 1, true)
    )
      yield this.#placeOf(at);
  }

  *descending(): Iterable<Place> {
    for (
      let at = this.members.next(this.most, false);
      at >= this.least;
      at = this.members.next(at - 1, false)
    )
      yield this.#placeOf(at);
  }

  #placeOf(made: number): Place {
    const { products } = this.tables;
    const [place] = products.range('catalog', this.members.catalogId).from(before(made)).ascending();
    return place as Place;
  }
}
