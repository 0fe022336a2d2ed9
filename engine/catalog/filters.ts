/** Filters of product sets (choice: catalog-sets): which values each accepts, and which products pass. */
import { isOneOf } from '../checked/is.ts';
import { customLabels, filterAttributes, filterOperators } from '../state/tables/catalog-words.ts';
import type { Product, ProductFilter } from '../state/tables/catalog.ts';
import { amountOf, currencyOf } from './attributes.ts';

type Attribute = ProductFilter['attribute'];
type Operator = ProductFilter['operator'];

const ofNumbers: readonly Operator[] = ['GREATER_THAN', 'LESS_THAN', 'EQUAL_TO'];
const ofTexts: readonly Operator[] = ['EQUAL_TO', 'MATCH', 'CONTAINS', 'NOT_CONTAINS'];

const isPrice = (attribute: Attribute): attribute is 'price' | 'sale_price' =>
  attribute === 'price' || attribute === 'sale_price';

/** The type of value that a filter by this attribute compares with. */
export function takenBy(attribute: Attribute): 'price' | 'number' | 'text' {
  if (isPrice(attribute)) return 'price';
  return attribute === 'inventory' ? 'number' : 'text';
}

export const operatorsOf = (attribute: Attribute): readonly Operator[] =>
  isPrice(attribute) || attribute === 'inventory' ? ofNumbers : ofTexts;

const isLabel = (attribute: Attribute): boolean => isOneOf(customLabels, attribute);

const longestValue = 750;

/** Which field of a filter is wrong. `says` follows the words "is not". */
export interface FilterFlaw {
  readonly field: keyof ProductFilter;
  readonly says: string;
}

/** What is wrong with a filter whose attribute and operator are known; null if it is valid. */
export function flawOfFilter({ attribute, operator, value }: ProductFilter): FilterFlaw | null {
  const operators = operatorsOf(attribute);
  if (!operators.includes(operator))
    return { field: 'operator', says: `a filter by ${attribute} with one of ${operators.join(', ')}` };
  const wrong = (says: string): FilterFlaw => ({ field: 'value', says });
  if (isPrice(attribute))
    return /^\d{1,12}(?:\.\d{1,6})? [A-Z]{3}$/.test(value)
      ? null
      : wrong('a filter by a price such as 20.00 USD');
  if (attribute === 'inventory') return /^\d{1,10}$/.test(value) ? null : wrong('a filter by a whole number');
  return value.trim() !== '' && value.length <= longestValue
    ? null
    : wrong(`a filter by a text of 1 to ${longestValue} characters`);
}

/** A filter as a person writes it. Any of its fields may be invalid. */
export type DraftFilter = Readonly<Record<keyof ProductFilter, string>>;

/** Reads a draft as a filter, or says what is wrong with it. */
export function readFilter({ attribute, operator, value }: DraftFilter): ProductFilter | FilterFlaw {
  const known = filterAttributes.find((each) => each === attribute);
  if (!known) return { field: 'attribute', says: `one of ${filterAttributes.join(', ')}` };
  const by = filterOperators.find((each) => each === operator);
  if (!by) return { field: 'operator', says: `one of ${filterOperators.join(', ')}` };
  const filter = { attribute: known, operator: by, value };
  return flawOfFilter(filter) ?? filter;
}

export const isFlaw = (read: ProductFilter | FilterFlaw): read is FilterFlaw => 'says' in read;

export type Passes = (product: Product) => boolean;

/** Whether a product passes all of the filters. */
export function passesAll(filters: readonly ProductFilter[]): Passes {
  const all = filters.map(sharedPasses);
  return (product) => {
    for (const each of all) if (!each(product)) return false;
    return true;
  };
}

/** Most shared filters that are cached. The sets of a catalog often have filters in common. */
const mostShared = 1000;
const shared = new Map<string, Passes>();

/** The same function for equal filters, so that they test a product only once when several sets ask in turn. */
function sharedPasses(filter: ProductFilter): Passes {
  const id = JSON.stringify([filter.attribute, filter.operator, filter.value]);
  let known = shared.get(id);
  if (!known) {
    if (shared.size === mostShared) shared.clear();
    shared.set(id, (known = remembering(passes(filter))));
  }
  return known;
}

/** Whether a product passes a filter. A product without the attribute passes only NOT_CONTAINS. */
export function passes({ attribute, operator, value }: ProductFilter): Passes {
  if (attribute === 'inventory') return ofNumber((product) => product.inventory, operator, Number(value));
  if (isPrice(attribute)) {
    const currency = currencyOf(value);
    const readPrice = priceReader(attribute);
    // A price is only compared with prices in its own currency.
    return ofNumber(
      (product) => {
        const price = product[attribute];
        if (price === undefined) return undefined;
        const read = readPrice(price);
        return read.currency === currency ? read.amount : undefined;
      },
      operator,
      amountOf(value),
    );
  }
  return ofText(attribute, operator, value);
}

/** Caches the last result, because one filter after another looks at the same product and the same text. */
function remembering<A, T>(of: (given: A) => T): (given: A) => T {
  let last: A | undefined;
  let result: T;
  return (given) => {
    if (given !== last) {
      result = of(given);
      last = given;
    }
    return result;
  };
}

/** A cache per attribute, because filters by different attributes look at a product in turn. */
function perAttribute<T>(of: (text: string) => T): (attribute: Attribute) => (text: string) => T {
  const all = new Map<Attribute, (text: string) => T>();
  return (attribute) => {
    const known = all.get(attribute) ?? remembering(of);
    all.set(attribute, known);
    return known;
  };
}

const priceReader = perAttribute((price) => ({ amount: amountOf(price), currency: currencyOf(price) }));
const lowerer = perAttribute((text) => text.toLowerCase());

function ofNumber(read: (product: Product) => number | undefined, operator: Operator, value: number): Passes {
  if (operator === 'EQUAL_TO') return (product) => read(product) === value;
  // NaN is neither less nor greater.
  return operator === 'LESS_THAN'
    ? (product) => (read(product) ?? NaN) < value
    : (product) => (read(product) ?? NaN) > value;
}

function ofText(attribute: Exclude<Attribute, 'inventory'>, operator: Operator, value: string): Passes {
  if (operator === 'EQUAL_TO') return (product) => product[attribute] === value;
  const wanted = value.toLowerCase();
  const lowered = lowerer(attribute);
  if (operator === 'MATCH') {
    // A category includes its subcategories: "Home" matches "Home > Kitchen".
    const below = isLabel(attribute) ? null : `${wanted} >`;
    return (product) => {
      const text = product[attribute];
      const has = text === undefined ? undefined : lowered(text);
      return has !== undefined && (has === wanted || (below !== null && has.startsWith(below)));
    };
  }
  const contains: Passes = (product) => {
    const text = product[attribute];
    return text !== undefined && lowered(text).includes(wanted);
  };
  return operator === 'CONTAINS' ? contains : (product) => !contains(product);
}
