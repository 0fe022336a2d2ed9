/** Questions about the products of a catalog, for the page. */
import { isWhole } from '../checked/is.ts';
import { flag, nullable, object, oneOf, text, tuple } from '../declaration/checks.ts';
import type { Check } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import type { Read, StateView } from '../state/state.ts';
import { attributes } from './attributes.ts';
import { detailOf } from './detail.ts';
import type { GridView, GridWindow } from './grid/contract.ts';
import { gridsOf } from './grid/grid.ts';
import { mostProducts } from './products.ts';

export interface Needs {
  readonly state: StateView;
  readonly tables: Read;
  readonly turn: () => Promise<void>;
}

const upTo =
  (most: number): Check<number> =>
  (value): value is number =>
    isWhole(value, 0, most);

const shortText: Check<string> = (value): value is string => text(value) && value.length <= 100;

const isView = object<GridView>({
  catalogId: text,
  setId: nullable(text),
  filter: text,
  column: oneOf(null, ...attributes.map(({ name }) => name)),
  isFalling: flag,
});

const isWindow = object<GridWindow>({ from: upTo(mostProducts), count: upTo(500), marks: upTo(64) });

export const questions = {
  /**
   * A window of the table of products. `viewer` identifies the asker: asking for another view abandons the earlier
   * question.
   */
  rows: question(tuple(shortText, isView, isWindow), ({ state, turn }: Needs, viewer, view, window) =>
    gridsOf(state, turn).window(viewer, view, window),
  ),
  /** The rank of a product, by the merchant's id; -1 if the product is not in the view, null if there is no such view. */
  rank: question(tuple(shortText, isView, text), ({ state, turn }: Needs, viewer, view, id) =>
    gridsOf(state, turn).rankOf(viewer, view, id),
  ),
  /** The rank of the first product with this value of the sorted column or a later one; null if there is none. */
  rankOfValue: question(tuple(shortText, isView, shortText), ({ state, turn }: Needs, viewer, view, value) =>
    gridsOf(state, turn).rankOfValue(viewer, view, value),
  ),
  product: question(tuple(text, text), ({ tables }: Needs, catalogId, id) => detailOf(catalogId, id, tables)),
};
