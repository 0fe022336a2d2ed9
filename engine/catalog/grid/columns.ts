/**
 * How a column is sorted: prices by amount and then by currency, inventory by number, texts by UTF-16 code units
 * without regard to case, and equal values by the order of creation. Products without a value come last, ascending and
 * descending.
 */
import { known } from '../../checked/known.ts';
import type { Product } from '../../state/tables/catalog.ts';
import { amountOf, currencyOf } from '../attributes.ts';
import type { AttributeName } from '../attributes.ts';

export interface SortKey {
  /** Compared first; NaN for a product without a value. */
  readonly number: (product: Product) => number;
  /** Compared if the numbers are equal; null if the column has no second key. */
  readonly text: ((product: Product) => string) | null;
}

const money = (attribute: 'price' | 'sale_price'): SortKey => ({
  number: (product) => {
    const price = product[attribute];
    return price === undefined ? Number.NaN : amountOf(price);
  },
  text: (product) => currencyOf(product[attribute] ?? ''),
});

export function keyOf(column: AttributeName | null): SortKey {
  if (column === null) return { number: () => 0, text: null };
  if (column === 'inventory') return { number: ({ inventory }) => inventory ?? Number.NaN, text: null };
  if (column === 'price' || column === 'sale_price') return money(column);
  return {
    number: (product) => {
      const text = textOf(product, column);
      return text === null ? Number.NaN : beginning(text.toLowerCase());
    },
    text: (product) => known(textOf(product, column), column).toLowerCase(),
  };
}

function textOf(product: Product, column: AttributeName): string | null {
  const value = product[column];
  if (value === undefined) return null;
  return typeof value === 'object' ? value.join(',') : String(value);
}

/**
 * The first six code units as a number that sorts in the same order. All units beyond Latin 1 count as one value, and
 * then the text decides.
 */
function beginning(text: string): number {
  let number = 0;
  for (let at = 0; at < 6; at++) {
    const unit = at < text.length ? text.charCodeAt(at) + 1 : 0;
    number = number * 256 + (unit > 255 ? 255 : unit);
    // The units after a clamped one must not decide.
    if (unit >= 255) return number * 256 ** (5 - at);
  }
  return number;
}

/**
 * Compares products with a typed value: below 0 for a product that comes before it, 0 for an equal one. null if the
 * text is not a value of the column.
 */
export function compareTo(typed: string, column: AttributeName): ((product: Product) => number) | null {
  const { number, text } = keyOf(column);
  if (column === 'price' || column === 'sale_price' || column === 'inventory') {
    const value = Number.parseFloat(typed);
    return Number.isNaN(value) ? null : (product) => number(product) - value;
  }
  const wanted = typed.toLowerCase();
  return (product) => {
    const has = text!(product);
    return has === wanted ? 0 : has < wanted ? -1 : 1;
  };
}

/** A value as the table shows it; null if there is none. */
export function shownValue(product: Product, column: AttributeName): string | null {
  return textOf(product, column);
}

/** Compares two products that have a value. Below 0 if `one` comes first. */
export function compareBy({ number, text }: SortKey): (one: Product, other: Product) => number {
  return (one, other) => {
    const difference = number(one) - number(other);
    if (difference !== 0) return difference;
    if (text) {
      const [a, b] = [text(one), text(other)];
      if (a !== b) return a < b ? -1 : 1;
    }
    return one.made - other.made;
  };
}
