/** Which products pass a term of a filter, and the same term as a filter of a product set. */
import { isOneOf } from '../../checked/is.ts';
import { valueOf } from '../../checked/known.ts';
import { filterAttributes } from '../../state/tables/catalog-words.ts';
import type { Product, ProductFilter } from '../../state/tables/catalog.ts';
import { amountOf, attributeOf, currencyOf, NotSo } from '../attributes.ts';
import type { AttributeName } from '../attributes.ts';
import { passes } from '../filters.ts';
import type { Passes } from '../filters.ts';
import type { FilterProblem } from '../../checked/filter-words.ts';
import type { AsSet } from './contract.ts';
import { problem } from './language.ts';
import type { Term } from './language.ts';

const closed: readonly AttributeName[] = ['availability', 'condition', 'gender', 'age_group'];

const isFiltered = (attribute: AttributeName): attribute is ProductFilter['attribute'] =>
  isOneOf(filterAttributes, attribute);

/** A term with its test. `set` is the equivalent filter of a product set, or a text that says why there is none. */
export interface Read {
  readonly passes: Passes;
  readonly set: ProductFilter | string;
}

export function readTerm(term: Term): Read | FilterProblem {
  const { attribute, isNot } = term;
  const read = attribute === null ? ofWords(term) : ofAttribute(term, attribute);
  if ('kind' in read || !isNot) return read;
  const { passes: positive } = read;
  return { passes: (product) => !positive(product), set: negated(term, read.set) };
}

/** NOT_CONTAINS is the only negative filter of a set. */
function negated({ attribute, operator, value }: Term, set: ProductFilter | string): ProductFilter | string {
  if (typeof set === 'string') return set;
  if (operator === '' && set.operator === 'CONTAINS') return { ...set, operator: 'NOT_CONTAINS' };
  return `-${attribute}:${operator}${value}: a set can only negate "contains"`;
}

function ofWords({ value }: Term): Read {
  const wanted = value.toLowerCase();
  return {
    passes: ({ id, title }) => id.toLowerCase().includes(wanted) || title.toLowerCase().includes(wanted),
    set: `${value}: a set filters by attributes, such as product_type:${value}`,
  };
}

function ofAttribute(term: Term, attribute: AttributeName): Read | FilterProblem {
  if (!term.isQuoted && term.operator === '' && term.value === 'null')
    return {
      passes: (product) => product[attribute] === undefined,
      set: `${attribute}:null: a set does not filter by what is missing`,
    };
  if (attribute === 'inventory') return ofInventory(term);
  if (attribute === 'price' || attribute === 'sale_price') return ofPrice(term, attribute);
  if (closed.includes(attribute)) return ofClosed(term, attribute);
  return ofText(term, attribute);
}

const asSetOperator = { '>': 'GREATER_THAN', '<': 'LESS_THAN', '=': 'EQUAL_TO', '': 'EQUAL_TO' } as const;

function comparison({
  attribute,
  operator,
  at,
  end,
}: Term): ((one: number, other: number) => boolean) | FilterProblem {
  switch (operator) {
    case '>':
      return (one, other) => one > other;
    case '>=':
      return (one, other) => one >= other;
    case '<':
      return (one, other) => one < other;
    case '<=':
      return (one, other) => one <= other;
    case '~':
      return problem(`${attribute} is a number: compare it with >, >=, <, <= or =`, at, end);
    default:
      return (one, other) => one === other;
  }
}

/** The filter of a set that compares a number, if sets have this operator. */
const numberFilter = (
  term: Term,
  attribute: ProductFilter['attribute'],
  value: string,
): ProductFilter | string =>
  term.operator === '>=' || term.operator === '<='
    ? `${attribute}:${term.operator}${term.value}: a set has only >, < and =`
    : { attribute, operator: asSetOperator[term.operator as keyof typeof asSetOperator], value };

function ofInventory(term: Term): Read | FilterProblem {
  const compare = comparison(term);
  if ('kind' in compare) return compare;
  if (!/^\d{1,10}$/.test(term.value))
    return problem('inventory is compared with a whole number, such as inventory:>10', term.at, term.end);
  const value = Number(term.value);
  return {
    passes: ({ inventory }) => inventory !== undefined && compare(inventory, value),
    set: numberFilter(term, 'inventory', term.value),
  };
}

const price = /^(\d{1,12}(?:\.\d{1,6})?)\s?([A-Z]{3})?$/;

function ofPrice(term: Term, attribute: 'price' | 'sale_price'): Read | FilterProblem {
  const compare = comparison(term);
  if ('kind' in compare) return compare;
  const [, amount, currency] = price.exec(term.value.toUpperCase()) ?? [];
  if (amount === undefined)
    return problem(
      `${attribute} is compared with an amount, such as ${attribute}:>20 or ${attribute}:>20USD`,
      term.at,
      term.end,
    );
  const value = amountOf(amount);
  return {
    passes: (product) => {
      const has = product[attribute];
      if (has === undefined || (currency !== undefined && currencyOf(has) !== currency)) return false;
      return compare(amountOf(has), value);
    },
    set:
      currency === undefined
        ? `${attribute}:${term.operator}${term.value}: a set compares prices of one currency, as in ${attribute}:${term.operator}${amount}USD`
        : numberFilter(term, attribute, `${amount} ${currency}`),
  };
}

const noSetFor = (attribute: AttributeName): string =>
  `${attribute}: a set filters only by ${filterAttributes.slice(0, 5).join(', ')} and custom labels`;

function ofClosed({ operator, value, at, end }: Term, attribute: AttributeName): Read | FilterProblem {
  const { read, words } = valueOf(attributeOf, attribute);
  const wanted = read(value);
  if (operator !== '' && operator !== '=')
    return problem(`${attribute} can only be compared with =`, at, end);
  if (wanted instanceof NotSo) return problem(`${attribute} is ${words}`, at, end);
  return { passes: (product) => product[attribute] === wanted, set: noSetFor(attribute) };
}

function ofText({ operator, value, at, end }: Term, attribute: AttributeName): Read | FilterProblem {
  if (operator !== '' && operator !== '=' && operator !== '~')
    return problem(`${attribute} is a text and cannot be compared with ${operator}`, at, end);
  if (isFiltered(attribute)) {
    const words = { '': 'CONTAINS', '=': 'EQUAL_TO', '~': 'MATCH' } as const;
    const filter = { attribute, operator: words[operator], value };
    return { passes: passes(filter), set: filter };
  }
  if (operator === '~') return problem('~ is for categories and custom labels', at, end);
  const wanted = value.toLowerCase();
  const test: (text: string) => boolean =
    operator === '=' ? (text) => text === value : (text) => text.toLowerCase().includes(wanted);
  return { passes: (product) => textsOf(product[attribute]).some(test), set: noSetFor(attribute) };
}

const none: readonly string[] = [];

function textsOf(value: Product[AttributeName]): readonly string[] {
  if (value === undefined) return none;
  return typeof value === 'object' ? value : [String(value)];
}

/** A filter as a product set, if each of its terms is a filter of a set. */
export function asSet(reads: readonly Read[]): AsSet {
  if (reads.length === 0) return { kind: 'not', reason: 'A filtered set has at least one filter.' };
  const reason = reads.find(({ set }) => typeof set === 'string')?.set;
  return typeof reason === 'string'
    ? { kind: 'not', reason: `${reason}.` }
    : { kind: 'filters', filters: reads.flatMap(({ set }) => (typeof set === 'string' ? [] : [set])) };
}
