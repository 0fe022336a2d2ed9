/** Finds products of a catalog by text in their titles. There is no index: all products are searched, in pieces. */
import type { StateView } from '../state/state.ts';
import { before } from '../state/store/entries.ts';
import { keyAt } from '../state/store/range.ts';
import { productKey } from '../state/tables/catalog.ts';
import type { Product } from '../state/tables/catalog.ts';
import { draftsOf } from './drafts.ts';
import { gistOf, superseded } from './funnel.ts';
import type { Match, Superseded } from './funnel.ts';

const lookedAtOnce = 10_000;

interface Wanted {
  readonly catalogId: string;
  readonly words: string;
  readonly count: number;
}

export interface Found {
  /** The product with exactly this id first, then the others in the order of creation. */
  readonly products: readonly Omit<Match, 'fails' | 'moved'>[];
  /** Whether there are more matches. */
  readonly isMore: boolean;
}

/** Finds products by title. A later question of the same asker supersedes it. */
export async function findByTitle(
  asker: string,
  { catalogId, words, count }: Wanted,
  state: Pick<StateView, 'journal' | 'now' | 'tables'>,
  turn: () => Promise<void>,
): Promise<Found | Superseded> {
  const drafts = draftsOf(state);
  const asking = drafts.begin(asker);
  const { products } = state.tables;
  const wanted = words.trim();
  const letters = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu');
  const beginning = wanted.toLowerCase();
  const exact = products.get(productKey(catalogId, wanted));
  const found: Product[] = exact ? [exact] : [];
  try {
    for (let from = 0; wanted !== '';) {
      let left = lookedAtOnce;
      let last = -1;
      for (const place of products.range('catalog', catalogId).from(before(from)).ascending()) {
        const product = products.must(keyAt(place));
        if (
          product !== exact &&
          (letters.test(product.title) || product.id.slice(0, beginning.length).toLowerCase() === beginning)
        )
          found.push(product);
        last = product.made;
        if (found.length > count || --left === 0) break;
      }
      if (found.length > count || left > 0) break;
      from = last + 1;
      await turn();
      if (asking.isOver) return superseded;
    }
    return { products: found.slice(0, count).map(gistOf), isMore: found.length > count };
  } finally {
    drafts.end(asking);
  }
}
