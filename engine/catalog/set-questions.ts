/** Questions for a person who edits a product set (choice: catalog-sets). */
import { isWhole } from '../checked/is.ts';
import { listOf, nullable, object, oneOf, text, tuple, union } from '../declaration/checks.ts';
import type { Check } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import type { State } from '../state/state.ts';
import { productKey } from '../state/tables/catalog.ts';
import { filterAttributes, mostFilters, mostManual } from '../state/tables/catalog-words.ts';
import type { ProductFilter, ProductSet } from '../state/tables/catalog.ts';
import { operatorsOf, takenBy } from './filters.ts';
import type { DraftFilter } from './filters.ts';
import { askFunnel, gistOf } from './funnel.ts';
import type { Funnel, FunnelAsked, Match, Part, Shown, Superseded } from './funnel.ts';
import { historyOf } from './set-history.ts';
import type { SetHistory } from './set-history.ts';
import { findByTitle } from './title-search.ts';
import type { Found } from './title-search.ts';

export interface Needs {
  readonly state: State;
  readonly turn: () => Promise<void>;
}

/** Most products that are shown at a time. */
const mostShown = 200;

const whole = (least: number, most: number): Check<number> => {
  return (value): value is number => isWhole(value, least, most);
};

const upTo =
  <T>(check: Check<readonly T[]>, most: number): Check<readonly T[]> =>
  (value): value is readonly T[] =>
    check(value) && value.length <= most;

const asked = object<FunnelAsked>({
  catalogId: text,
  setId: nullable(text),
  filters: upTo(listOf(object<DraftFilter>({ attribute: text, operator: text, value: text })), mostFilters),
  shown: object<Shown>({
    part: union<Part>({
      matches: object<Extract<Part, { type: 'matches' }>>({ type: oneOf('matches') }),
      near: object<Extract<Part, { type: 'near' }>>({
        type: oneOf('near'),
        filter: whole(0, mostFilters),
      }),
      moved: object<Extract<Part, { type: 'moved' }>>({ type: oneOf('moved') }),
    }),
    from: whole(0, Number.MAX_SAFE_INTEGER),
    count: whole(0, mostShown),
  }),
});

export type SavedSet = Pick<
  ProductSet,
  'id' | 'name' | 'description' | 'type' | 'product_ids' | 'filters' | 'processing'
>;

/** A product by its id, or null if the catalog does not have it. */
export interface Named {
  readonly id: string;
  readonly product: Omit<Match, 'fails' | 'moved'> | null;
}

/** The rules for filters and manual sets. */
export interface FilterRules {
  readonly attributes: readonly {
    readonly name: ProductFilter['attribute'];
    readonly takes: 'price' | 'number' | 'text';
    readonly operators: readonly ProductFilter['operator'][];
  }[];
  readonly mostFilters: number;
  /** Most products of a manual set. */
  readonly mostManual: number;
}

export const questions = {
  /** The rules for filters and manual sets (choice: catalog-sets). */
  rules: question(tuple(), (_: Needs): FilterRules => ({
    attributes: filterAttributes.map((name) => ({
      name,
      takes: takenBy(name),
      operators: operatorsOf(name),
    })),
    mostFilters,
    mostManual,
  })),
  /** How many products of a catalog some filters leave, one by one. A later question of the same asker supersedes it. */
  funnel: question(tuple(text, asked), (needs: Needs, asker, what): Promise<Funnel | Superseded> =>
    askFunnel(asker, what, needs),
  ),
  /** A set as it was last saved; null if there is none. */
  saved: question(tuple(text), ({ state }: Needs, setId): SavedSet | null => {
    const set = state.tables.product_sets.get(setId);
    if (!set) return null;
    const { id, name, description, type, product_ids, filters, processing } = set;
    return { id, name, description, type, product_ids, filters, processing };
  }),
  /** Which products entered and left a filtered set since it was saved; null while that is unknown. */
  history: question(tuple(text), ({ state, turn }: Needs, setId): Promise<SetHistory | null> =>
    historyOf(setId, state, turn),
  ),
  /** The products with these ids. */
  named: question(
    tuple(text, upTo(listOf(text), mostManual)),
    ({ state }: Needs, catalogId, ids): readonly Named[] =>
      ids.map((id) => {
        const product = state.tables.products.get(productKey(catalogId, id));
        return { id, product: product ? gistOf(product) : null };
      }),
  ),
  /** The first products whose title contains this text or whose id begins with it. */
  find: question(
    tuple(text, text, text, whole(1, mostShown)),
    ({ state, turn }: Needs, asker, catalogId, words, count): Promise<Found | Superseded> =>
      findByTitle(asker, { catalogId, words, count }, state, turn),
  ),
};
