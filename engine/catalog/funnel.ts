/** How many products of a catalog pass draft filters, compared with the saved filters of a set (choice: catalog-sets). */
import { itemAt, known } from '../checked/known.ts';
import type { Read, StateView } from '../state/state.ts';
import { before } from '../state/store/entries.ts';
import { keyAt } from '../state/store/range.ts';
import type { Product, ProductFilter } from '../state/tables/catalog.ts';
import type { Bits } from './bits.ts';
import { draftsOf } from './drafts.ts';
import { isFlaw, readFilter } from './filters.ts';
import type { DraftFilter, FilterFlaw } from './filters.ts';
import { countOf, failingOnly, passing, placesOf, stepsOf, without } from './selection.ts';
import type { Selection, Step } from './selection.ts';

/** Which products to show: those that pass, those that fail only one filter, or those that the change of filters moves. */
export type Part =
  | { readonly type: 'matches' }
  /** `filter` is an index into the drafts. */
  | { readonly type: 'near'; readonly filter: number }
  | { readonly type: 'moved' };

/** Up to `count` products of a part, from a position in the order of creation. */
export interface Shown {
  readonly part: Part;
  readonly from: number;
  readonly count: number;
}

export interface FunnelAsked {
  readonly catalogId: string;
  /** The set whose saved filters are compared; null for none. */
  readonly setId: string | null;
  readonly filters: readonly DraftFilter[];
  readonly shown: Shown;
}

/** A product in a list. Missing values are null. */
export interface Match {
  readonly product_key: string;
  readonly id: string;
  readonly title: string;
  readonly price: string;
  readonly product_type: string | null;
  readonly inventory: number | null;
  /** Whether the change of filters adds or removes the product; null for neither. */
  readonly moved: 'came' | 'went' | null;
  /** The filter that the product fails, with the product's value: a draft, or the saved filter that kept it out so far. */
  readonly fails: (ProductFilter & { readonly has: string | null }) | null;
}

export interface Page {
  readonly products: readonly Match[];
  /** The number of products in the part. */
  readonly total: number;
  /** Where the next page starts; null at the end. */
  readonly next: number | null;
}

export interface Funnel {
  /** The number of products in the catalog. */
  readonly products: number;
  /** What each draft does. Drafts with a flaw are ignored. */
  readonly filters: readonly (Step | { readonly flaw: FilterFlaw })[];
  readonly matches: number;
  /** How many products the change of filters adds and removes; null without a saved set. */
  readonly moved: { readonly came: number; readonly went: number } | null;
  readonly page: Page;
}

export interface Superseded {
  readonly superseded: true;
}

export const superseded: Superseded = { superseded: true };

interface View {
  readonly state: Pick<StateView, 'journal' | 'now' | 'tables'>;
  readonly turn: () => Promise<void>;
}

/** The bits of each draft without a flaw, of each saved filter, and of all products. */
interface Looked {
  readonly everything: Bits;
  readonly drafts: readonly { readonly filter: ProductFilter; readonly bits: Bits }[];
  readonly saved: readonly { readonly filter: ProductFilter; readonly bits: Bits }[] | null;
  /** The index of each draft in `drafts`; -1 for one with a flaw. */
  readonly places: readonly number[];
}

/** Counts products, and shows some. A later question of the same asker supersedes it. */
export async function askFunnel(
  asker: string,
  asked: FunnelAsked,
  { state, turn }: View,
): Promise<Funnel | Superseded> {
  const drafts = draftsOf(state);
  const asking = drafts.begin(asker);
  try {
    const read = asked.filters.map(readFilter);
    const filters = read.flatMap((each) => (isFlaw(each) ? [] : [each]));
    const saved = savedOf(asked, state.tables);
    const lists = [[], ...filters.map((each) => [each]), ...(saved ?? []).map((each) => [each])];
    const members = await drafts.ready(asked.catalogId, lists, asking, turn);
    if (!members) return superseded;
    // No await from here on, so that all counts are of the same moment.
    const [everything, ...bits] = members.map((each) => each.bits);
    const withBits = (each: ProductFilter, at: number) => ({ filter: each, bits: itemAt(bits, at) });
    let next = 0;
    const looked: Looked = {
      everything: known(everything, 'bits of everything'),
      drafts: filters.map(withBits),
      saved: saved && saved.map((each, at) => withBits(each, filters.length + at)),
      places: read.map((each) => (isFlaw(each) ? -1 : next++)),
    };
    return funnelOf(asked, read, looked, state.tables);
  } finally {
    drafts.end(asking);
  }
}

function savedOf({ setId, catalogId }: FunnelAsked, { product_sets: sets }: Read) {
  const set = setId === null ? undefined : sets.get(setId);
  return set?.catalog_id === catalogId ? set.filters : null;
}

function funnelOf(
  { shown, catalogId }: FunnelAsked,
  read: readonly (ProductFilter | FilterFlaw)[],
  looked: Looked,
  tables: Read,
): Funnel {
  const { everything, drafts, saved, places } = looked;
  const steps = stepsOf(everything, bitsOf(drafts));
  const words = everything.length;
  const now = passing(everything, bitsOf(drafts));
  const then = saved && passing(everything, bitsOf(saved));
  const total = countOf(now, words);
  return {
    products: everything.count,
    filters: read.map((each, at) => (isFlaw(each) ? { flaw: each } : itemAt(steps, itemAt(places, at)))),
    matches: total,
    moved: then && { came: countOf(without(now, then), words), went: countOf(without(then, now), words) },
    page: pageOf(selectionOf(shown.part, looked, now, then), shown, looked, catalogId, tables),
  };
}

const bitsOf = (some: Looked['drafts']): readonly Bits[] => some.map(({ bits }) => bits);

const nothing: Selection = () => 0;

function selectionOf(
  part: Part,
  { everything, drafts, places }: Looked,
  now: Selection,
  then: Selection | null,
): Selection {
  if (part.type === 'matches') return now;
  if (part.type === 'moved') return then ? (word) => now(word) ^ then(word) : nothing;
  const place = places[part.filter] ?? -1;
  return place < 0 ? nothing : failingOnly(everything, bitsOf(drafts), place);
}

function pageOf(
  selection: Selection,
  { from, count }: Shown,
  looked: Looked,
  catalogId: string,
  tables: Read,
): Page {
  const words = looked.everything.length;
  const places = placesOf(selection, words, from, count + 1);
  return {
    products: places.slice(0, count).map((made) => matchOf(made, looked, catalogId, tables)),
    total: countOf(selection, words),
    next: places[count] ?? null,
  };
}

function matchOf(made: number, { drafts, saved }: Looked, catalogId: string, tables: Read): Match {
  const failed = drafts.find(({ bits }) => !bits.has(made))?.filter ?? null;
  const formerly = saved?.find(({ bits }) => !bits.has(made))?.filter ?? null;
  const came = failed === null && formerly !== null;
  const went = failed !== null && saved !== null && formerly === null;
  const product = productAt(made, catalogId, tables);
  const fails = failed ?? formerly;
  return {
    ...gistOf(product),
    moved: (came && 'came') || (went && 'went') || null,
    fails: fails && { ...fails, has: valueOf(product, fails.attribute) },
  };
}

function productAt(made: number, catalogId: string, { products }: Read): Product {
  const [place] = products.range('catalog', catalogId).from(before(made)).ascending();
  return products.must(keyAt(known(place, 'product at this place')));
}

export const valueOf = (product: Product, attribute: ProductFilter['attribute']): string | null =>
  product[attribute] === undefined ? null : String(product[attribute]);

export const gistOf = ({
  product_key,
  id,
  title,
  price,
  product_type,
  inventory,
}: Product): Omit<Match, 'fails' | 'moved'> => ({
  ...{ product_key, id, title, price },
  product_type: product_type ?? null,
  inventory: inventory ?? null,
});
