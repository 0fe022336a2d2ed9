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
import { problem, readTerms as readEach, readValue } from '../../checked/filter-words.ts';
import type { FilterProblem } from '../../checked/filter-words.ts';
import { attributeOf } from '../attributes.ts';
import type { AttributeName } from '../attributes.ts';

export { longestFilter, problem } from '../../checked/filter-words.ts';

export const operators = ['>=', '<=', '>', '<', '=', '~', ''] as const;

export interface Term {
  readonly isNot: boolean;
  /** null: the term searches id and title. */
  readonly attribute: AttributeName | null;
  readonly operator: (typeof operators)[number];
  readonly value: string;
  /** A quoted value is never a keyword of the language. */
  readonly isQuoted: boolean;
  readonly at: number;
  readonly end: number;
}

const name = /^([a-z_0-9]{1,40}):/i;
const operator = /^(?:>=|<=|>|<|=|~)/;

export const readTerms = (filter: string): readonly Term[] | FilterProblem => readEach(filter, readTerm);

function readTerm(filter: string, start: number): Term | FilterProblem {
  const isNot = filter[start] === '-';
  let at = start + (isNot ? 1 : 0);
  const [, given] = name.exec(filter.slice(at)) ?? [];
  const attribute = given === undefined ? null : attributeOf.get(given.toLowerCase());
  if (attribute === undefined)
    return problem(
      `${given} is not an attribute of a product; put a text with a colon in quotes`,
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
      attribute ? `${attribute.name} has no value after it` : 'nothing follows it',
      start,
      value.end || start + 1,
    );
  return {
    ...{ isNot, attribute: attribute?.name ?? null, operator: used as Term['operator'] },
    ...{ value: value.text, isQuoted: value.isQuoted, at: start, end: value.end },
  };
}
