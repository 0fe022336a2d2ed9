/** A product set that is being edited, and the call that saves it (choices: catalog-sets, catalog-calls). */
import { itemAt } from '../../../../worker/api.ts';
import type { DraftFilter, FilterRules, SavedSet } from '../../../../worker/api.ts';

export interface SetDraft {
  readonly name: string;
  readonly description: string;
  readonly type: SavedSet['type'];
  readonly filters: readonly DraftFilter[];
  /** The merchant's ids. */
  readonly ids: readonly string[];
}

export const emptyDraft: SetDraft = { name: '', description: '', type: 'FILTERED', filters: [], ids: [] };

export const draftOf = ({ name, description, type, filters, product_ids }: SavedSet): SetDraft => ({
  ...{ name, description, type },
  filters: filters ?? [],
  ids: product_ids ?? [],
});

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const filterOf = ({ attribute, operator, value }: DraftFilter): DraftFilter => ({
  attribute,
  operator,
  value,
});

/**
 * The body of the call that saves it: everything for a new set; for a saved one the name, the description, and its
 * filters or products if they changed.
 */
export function bodyOf(draft: SetDraft, saved: SavedSet | null): Readonly<Record<string, unknown>> {
  const { name, description, type } = draft;
  const chosen = type === 'MANUAL' ? { product_ids: draft.ids } : { filters: draft.filters.map(filterOf) };
  if (!saved) return { name, ...(description && { description }), type, ...chosen };
  const former = draftOf(saved);
  const isChosenAnew = !isSame(
    [draft.ids, draft.filters.map(filterOf)],
    [former.ids, former.filters.map(filterOf)],
  );
  return { name, description, ...(isChosenAnew && chosen) };
}

/** Whether saving it would change anything. */
export function isChanged(draft: SetDraft, saved: SavedSet | null): boolean {
  if (!saved) return true;
  const { name, description } = saved;
  return !isSame(bodyOf(draft, saved), { name, description });
}

/** Why the call that saves it will be refused, as far as the page can tell; otherwise null. */
export function refusalOf(draft: SetDraft, flaws: readonly (string | null)[]): string | null {
  if (draft.name.trim() === '') return 'the set has no name';
  if ([...draft.name].length > 100) return 'its name has more than 100 characters';
  if ([...draft.description].length > 500) return 'its description has more than 500 characters';
  if (draft.type === 'MANUAL') return null;
  if (draft.filters.length === 0) return 'the set has no filter';
  for (const [at, flaw] of flaws.entries()) if (flaw !== null) return `filter ${at + 1} is not ${flaw}`;
  return null;
}

type Rule = FilterRules['attributes'][number];

/** The parts of a price such as "120.00 USD". */
export function pricePartsOf(value: string): { readonly amount: string; readonly currency: string } {
  const at = value.lastIndexOf(' ');
  return at < 0
    ? { amount: value, currency: '' }
    : { amount: value.slice(0, at), currency: value.slice(at + 1) };
}

/** The currency of the first filter that has a price, else USD. */
export const currencyIn = (filters: readonly DraftFilter[]): string =>
  filters.map(({ value }) => / ([A-Z]{3})$/.exec(value)?.[1]).find((each) => each !== undefined) ?? 'USD';

/** The filter with another attribute; parts that do not fit it are reset. */
export function byAttribute(
  filter: DraftFilter,
  to: Rule,
  { attributes }: FilterRules,
  currency: string,
): DraftFilter {
  const from = attributes.find(({ name }) => name === filter.attribute);
  const operator = to.operators.find((each) => each === filter.operator) ?? itemAt(to.operators, 0);
  const value = from?.takes === to.takes ? filter.value : to.takes === 'price' ? ` ${currency}` : '';
  return { attribute: to.name, operator, value };
}

/** A new filter, with the first attribute that no other filter uses. */
export function nextFilter(filters: readonly DraftFilter[], { attributes }: FilterRules): DraftFilter {
  const used = new Set(filters.map(({ attribute }) => attribute));
  const rule = attributes.find(({ name }) => !used.has(name)) ?? itemAt(attributes, 0);
  const value = rule.takes === 'price' ? ` ${currencyIn(filters)}` : '';
  return { attribute: rule.name, operator: itemAt(rule.operators, 0), value };
}

/** Pasted ids: one per line, or separated by commas, semicolons or tabs. Each once. */
export const idsIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\n\r\t,;]+/)
      .map((each) => each.trim())
      .filter((each) => each !== ''),
  ),
];
