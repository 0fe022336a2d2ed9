/**
 * The filter of exchanges: `status:4xx -op:getMe user:@mira_holm "high water"`. It consists of words from `fields.ts`,
 * each with a value. A minus negates a term. A text without a word is searched in the address, the header fields and
 * the bodies; it also matches the status that it is, and as "@mira_holm" the calls of that user. All terms must match.
 */
import { problem, readTerms, readValue } from '../../checked/filter-words.ts';
import type { FilterProblem, FilterValue } from '../../checked/filter-words.ts';
import { nearest } from '../../checked/nearest.ts';
import { fieldNames, isField } from './fields.ts';
import type { FieldName } from './fields.ts';

/** What one term matches. `null` matches exchanges without such a value. Texts are compared without regard to case. */
export type Wanted =
  | { readonly field: 'status'; readonly range: readonly [least: number, most: number] | null }
  | { readonly field: 'op' | 'method' | 'path' | 'cause' | 'header' | 'body'; readonly text: string }
  | { readonly field: 'text'; readonly text: string }
  | { readonly field: 'code'; readonly code: number }
  | { readonly field: 'user' | 'app'; readonly name: string | null }
  | { readonly field: 'dir'; readonly direction: 'in' | 'out' }
  | { readonly field: 'limit'; readonly scope: 'user' | 'app' }
  | { readonly field: 'limit'; readonly left: readonly [least: number, most: number] }
  | { readonly field: 'after' | 'before'; readonly moment: Moment }
  | { readonly field: 'is'; readonly what: (typeof kinds)[number] };

/** Epoch milliseconds, or milliseconds of the day that the platform's clock shows. */
export type Moment = { readonly epoch: number } | { readonly ofDay: number };

export const kinds = ['refused', 'pinned', 'replay'] as const;

export type Term = Wanted & { readonly isNot: boolean; readonly at: number; readonly end: number };

export const readFilter = (filter: string): readonly Term[] | FilterProblem => readTerms(filter, readTerm);

const word = /^([a-z]{1,20}):/i;

function readTerm(filter: string, start: number): Term | FilterProblem {
  const isNot = filter[start] === '-';
  const at = start + (isNot ? 1 : 0);
  const [colon = '', given] = word.exec(filter.slice(at)) ?? [];
  const name = given?.toLowerCase();
  if (name !== undefined && !isField(name)) return unknownWord(name, at, at + colon.length);
  const value = readValue(filter, at + colon.length);
  if ('kind' in value) return value;
  if (value.text === '')
    return name === undefined
      ? problem('nothing follows it', start, Math.max(value.end, start + 1))
      : problem(`${name} has no value after it`, start, value.end);
  const wanted: Wanted | string =
    name === undefined ? { field: 'text', text: value.text.toLowerCase() } : readers[name](value);
  return typeof wanted === 'string'
    ? problem(wanted, start, value.end)
    : { ...wanted, isNot, at: start, end: value.end };
}

function unknownWord(name: string, at: number, end: number): FilterProblem {
  const meant = nearest(name, fieldNames);
  const hint = meant === null ? 'put a text with a colon in quotes' : `did you mean ${meant}:?`;
  return problem(`there is no ${name}: in this filter; ${hint}`, at, end);
}

/** Reads the value of a word; a sentence if it is invalid. */
type Reader = (value: FilterValue) => Wanted | string;

const textOf =
  (field: Extract<Wanted, { readonly text: string }>['field']): Reader =>
  ({ text }) => ({ field, text: text.toLowerCase() });

const nameOf =
  (field: 'user' | 'app'): Reader =>
  ({ text, isQuoted }) => ({
    field,
    name: text === 'none' && !isQuoted ? null : text.replace(/^@/, '').toLowerCase(),
  });

const oneOf = <const W extends string>(words: readonly W[], text: string): W | null =>
  words.find((each) => each === text.toLowerCase()) ?? null;

const momentOf =
  (field: 'after' | 'before'): Reader =>
  ({ text }) => {
    const moment = readMoment(text);
    return moment
      ? { field, moment }
      : `${field} takes a time such as 21:42, or a date such as 2026-03-02T21:42 in UTC`;
  };

const readers: Readonly<Record<FieldName, Reader>> = {
  status({ text }) {
    if (text === 'none') return { field: 'status', range: null };
    const [, of] = /^([1-5])xx$/i.exec(text) ?? [];
    const range = of ? ([Number(of) * 100, Number(of) * 100 + 99] as const) : rangeOf(text);
    return range && (of || /^\D*\d{3}$/.test(text))
      ? { field: 'status', range }
      : 'status takes a status such as 401, a class such as 4xx, >=400, or none';
  },
  op: textOf('op'),
  method: textOf('method'),
  path: textOf('path'),
  code: ({ text }) =>
    /^\d{1,6}$/.test(text) ? { field: 'code', code: Number(text) } : 'code takes a number such as 89',
  cause: textOf('cause'),
  user: nameOf('user'),
  app: nameOf('app'),
  dir({ text }) {
    const direction = oneOf(['in', 'out'], text);
    return direction ? { field: 'dir', direction } : 'dir is in or out';
  },
  limit({ text }) {
    const scope = oneOf(['user', 'app'], text);
    if (scope) return { field: 'limit', scope };
    const left = rangeOf(text);
    return left ? { field: 'limit', left } : 'limit takes what is left, such as 0 or <10, or user or app';
  },
  header: textOf('header'),
  body: textOf('body'),
  after: momentOf('after'),
  before: momentOf('before'),
  is({ text }) {
    const what = oneOf(kinds, text);
    return what ? { field: 'is', what } : `is takes ${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`;
  },
};

/** `5`, `<5`, `<=5`, `>5`, `>=5`. */
function rangeOf(text: string): readonly [number, number] | null {
  const [, operator, digits] = /^(>=|<=|>|<)?(\d{1,9})$/.exec(text) ?? [];
  if (digits === undefined) return null;
  const value = Number(digits);
  if (operator === undefined) return [value, value];
  if (operator.startsWith('<')) return [0, operator === '<' ? value - 1 : value];
  return [operator === '>' ? value + 1 : value, Infinity];
}

function readMoment(text: string): Moment | null {
  const [, hours, minutes, seconds = '0'] = /^(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  if (hours !== undefined) {
    const of = [Number(hours), Number(minutes), Number(seconds)] as const;
    return of[0] < 24 && of[1] < 60 && of[2] < 60
      ? { ofDay: ((of[0] * 60 + of[1]) * 60 + of[2]) * 1000 }
      : null;
  }
  if (!/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?$/i.test(text)) return null;
  const epoch = Date.parse(text.length === 10 ? text : `${text}Z`);
  return Number.isNaN(epoch) ? null : { epoch };
}
