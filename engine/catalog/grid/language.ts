/**
 * The filter of the table of products, in words of the declaration:
 *
 *     lantern                    id or title contains it
 *     title:"rain coat"          the attribute contains it, in any case; of a closed list of values: is it
 *     brand:=Northwind           is exactly it
 *     product_type:~Clothing     is it, or is below it, in any case
 *     price:>20  price:<=20.5EUR  inventory:0
 *     gtin:null                  the product has none
 *     -availability:discontinued not
 *
 * All of them have to hold.
 */
import { attributeOf } from '../attributes.ts';
import type { AttributeName } from '../attributes.ts';
import type { FilterProblem } from './contract.ts';

export const operators = ['>=', '<=', '>', '<', '=', '~', ''] as const;

export interface Term {
  readonly isNot: boolean;
  /** null: id or title. */
  readonly attribute: AttributeName | null;
  readonly operator: (typeof operators)[number];
  readonly value: string;
  /** A quoted value is never a word of the language. */
  readonly isQuoted: boolean;
  readonly at: number;
  readonly end: number;
}

export const longestFilter = 1000;
export const mostTerms = 30;

const name = /^([a-z_0-9]{1,40}):/i;
const operator = /^(?:>=|<=|>|<|=|~)/;

export const problem = (message: string, at: number, end: number): FilterProblem => ({
  kind: 'problem',
  message,
  at,
  end,
});

export function readTerms(filter: string): readonly Term[] | FilterProblem {
  if (filter.length > longestFilter)
    return problem(`a filter has at most ${longestFilter} characters`, longestFilter, filter.length);
  const terms: Term[] = [];
  let at = 0;
  for (;;) {
    while (isSpace(filter, at)) at++;
    if (at >= filter.length) return terms;
    const term = readTerm(filter, at);
    if ('kind' in term) return term;
    if (terms.length === mostTerms)
      return problem(`a filter has at most ${mostTerms} parts`, at, filter.length);
    terms.push(term);
    at = term.end;
  }
}

const isSpace = (text: string, at: number): boolean => /\s/.test(text.charAt(at));

function readTerm(filter: string, start: number): Term | FilterProblem {
  const isNot = filter[start] === '-';
  let at = start + (isNot ? 1 : 0);
  const [, given] = name.exec(filter.slice(at)) ?? [];
  const attribute = given === undefined ? null : attributeOf.get(given.toLowerCase());
  if (attribute === undefined)
    return problem(
      `${given} is no attribute of a product; a text with a colon stands in quotes`,
      at,
      at + given!.length,
    );
  if (given !== undefined) at += given.length + 1;
  const [used = ''] = attribute ? (operator.exec(filter.slice(at)) ?? []) : [];
  at += used.length;
  const value = readValue(filter, at);
  if ('kind' in value) return value;
  if (value.text === '')
    return problem(
      attribute ? `${attribute.name} has no value after it` : 'nothing stands after it',
      start,
      value.end || start + 1,
    );
  return {
    ...{ isNot, attribute: attribute?.name ?? null, operator: used as Term['operator'] },
    ...{ value: value.text, isQuoted: value.isQuoted, at: start, end: value.end },
  };
}

interface Value {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly end: number;
}

function readValue(filter: string, at: number): Value | FilterProblem {
  if (filter[at] !== '"') {
    let end = at;
    while (end < filter.length && !isSpace(filter, end)) end++;
    return { text: filter.slice(at, end), isQuoted: false, end };
  }
  const close = filter.indexOf('"', at + 1);
  if (close === -1) return problem('the quote is not closed', at, filter.length);
  if (close + 1 < filter.length && !isSpace(filter, close + 1))
    return problem('a space stands after a closing quote', close, close + 2);
  return { text: filter.slice(at + 1, close), isQuoted: true, end: close + 1 };
}
