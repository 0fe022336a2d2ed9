import { describe, expect, test } from 'vitest';
import { longestFilter, readTerms } from './language.ts';
import { asSet, readTerm } from './passing.ts';

const termsOf = (filter: string) => {
  const terms = readTerms(filter);
  if ('kind' in terms) throw new Error(terms.message);
  return terms;
};

/** The message, and the part of the filter that it is about. */
function flawOf(filter: string): [message: string, part: string] | null {
  const terms = readTerms(filter);
  const found =
    'kind' in terms
      ? terms
      : termsOf(filter)
          .map(readTerm)
          .find((read) => 'kind' in read);
  return found && 'kind' in found ? [found.message, filter.slice(found.at, found.end)] : null;
}

test('parses a filter into its terms', () => {
  const parts = termsOf('price:>20 -availability:discontinued  title:"rain coat" lantern').map(
    ({ isNot, attribute, operator, value }) => [isNot, attribute, operator, value],
  );
  expect(parts).toEqual([
    [false, 'price', '>', '20'],
    [true, 'availability', '', 'discontinued'],
    [false, 'title', '', 'rain coat'],
    [false, null, '', 'lantern'],
  ]);
  expect(termsOf('  ')).toEqual([]);
});

describe('an error has a position', () => {
  test.each([
    ['pric:>20', 'pric is not an attribute of a product; put a text with a colon in quotes', 'pric'],
    [
      'a https://shop.example',
      'https is not an attribute of a product; put a text with a colon in quotes',
      'https',
    ],
    ['lantern price:', 'price has no value after it', 'price:'],
    ['-', 'nothing follows it', '-'],
    ['title:"rain coat', 'the quote is not closed', '"rain coat'],
    ['"rain"coat', 'a space must follow a closing quote', '"c'],
    ['price:>dear', 'price is compared with an amount, such as price:>20 or price:>20USD', 'price:>dear'],
    ['price:~20', 'price is a number: compare it with >, >=, <, <= or =', 'price:~20'],
    ['inventory:1.5', 'inventory is compared with a whole number, such as inventory:>10', 'inventory:1.5'],
    ['title:>a', 'title is a text and cannot be compared with >', 'title:>a'],
    ['brand:~North', '~ is for categories and custom labels', 'brand:~North'],
    ['condition:broken', 'condition is one of new, used, refurbished', 'condition:broken'],
    ['condition:>new', 'condition can only be compared with =', 'condition:>new'],
    ['x '.repeat(31), 'a filter has at most 30 parts', 'x '],
  ])('%s', (filter, message, part) => {
    expect(flawOf(filter)).toEqual([message, part]);
  });

  test('a filter that is too long is an error', () => {
    expect(flawOf('x'.repeat(longestFilter + 1))?.[0]).toBe('a filter has at most 1000 characters');
  });
});

describe('as a product set', () => {
  const setOf = (filter: string) => {
    const reads = termsOf(filter).map((term) => {
      const read = readTerm(term);
      if ('kind' in read) throw new Error(read.message);
      return read;
    });
    const as = asSet(reads);
    return as.kind === 'not'
      ? as.reason
      : as.filters.map(({ attribute, operator, value }) => `${attribute} ${operator} ${value}`);
  };

  test('all six kinds of filters can be expressed', () => {
    expect(
      setOf(
        'price:>20USD sale_price:<9.5eur inventory:=0 product_type:~"Clothing > Coats" custom_label_0:winter -product_type:boat google_product_category:=Home',
      ),
    ).toEqual([
      'price GREATER_THAN 20 USD',
      'sale_price LESS_THAN 9.5 EUR',
      'inventory EQUAL_TO 0',
      'product_type MATCH Clothing > Coats',
      'custom_label_0 CONTAINS winter',
      'product_type NOT_CONTAINS boat',
      'google_product_category EQUAL_TO Home',
    ]);
  });

  test.each([
    ['', 'A filtered set has at least one filter.'],
    ['price:>20', 'price:>20: a set compares prices of one currency, as in price:>20USD.'],
    ['price:>=20USD', 'price:>=20USD: a set has only >, < and =.'],
    ['inventory:>5 lantern', 'lantern: a set filters by attributes, such as product_type:lantern.'],
    ['inventory:null', 'inventory:null: a set does not filter by what is missing.'],
    ['-inventory:>5', '-inventory:>5: a set can only negate "contains".'],
    [
      '-availability:discontinued',
      'availability: a set filters only by price, sale_price, inventory, google_product_category, product_type and custom labels.',
    ],
  ])('%j cannot be a set', (filter, reason) => {
    expect(setOf(filter)).toBe(reason);
  });
});
