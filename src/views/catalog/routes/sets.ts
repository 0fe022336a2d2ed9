/**
 * Addresses of product sets in the Catalog view.
 *
 *     #/catalog/sets/3f7k2                                                   one set
 *     #/catalog/sets/new                                                     a new one
 *     #/catalog/sets/new?type=MANUAL
 *     #/catalog/sets/new?filters=[["price","LESS_THAN","20.00 USD"]]         with these filters
 */
import type { DraftFilter } from '../../../../worker/api.ts';
import type { ViewRoute } from '../../../router.ts';

export interface SetsRoute {
  readonly part: 'sets';
  /** null for a new set. */
  readonly id: string | null;
  readonly type: 'FILTERED' | 'MANUAL';
  /** The filters that a new set begins with. */
  readonly filters: readonly DraftFilter[];
}

export const newSet: SetsRoute = { part: 'sets', id: null, type: 'FILTERED', filters: [] };

export const setRoute = (id: string): SetsRoute => ({ ...newSet, id });

type Problem = { readonly problem: string };

const notRead: Problem = { problem: 'This link has filters of a product set that cannot be read.' };
/** The most characters of JSON in a link. */
const longestFilters = 8000;
const mostFilters = 30;
const longestValue = 750;

/** `steps` are the path's segments after `sets`. */
export function readSets(steps: readonly string[], params: ViewRoute['params']): SetsRoute | Problem {
  const [id, ...rest] = steps;
  if (id === undefined || rest.length > 0) return { problem: 'This link leads to no product set.' };
  if (id !== 'new')
    return /^[0-9a-z]{1,13}$/.test(id) && params.length === 0
      ? setRoute(id)
      : { problem: 'This link leads to no product set.' };
  const given = new Map(params);
  const unknown = params.find(([name]) => name !== 'type' && name !== 'filters');
  if (unknown || given.size < params.length)
    return { problem: 'This link of a new product set has an unknown part.' };
  const type = given.get('type') ?? 'FILTERED';
  if (type !== 'FILTERED' && type !== 'MANUAL')
    return { problem: 'This link leads to no type of product set.' };
  const filters = readFilters(given.get('filters'));
  return filters ? { part: 'sets', id: null, type, filters } : notRead;
}

export const setsPath = ({ id }: SetsRoute): readonly string[] => [id ?? 'new'];

export const setsParams = ({ id, type, filters }: SetsRoute): ViewRoute['params'] =>
  id === null
    ? [
        ...(type === 'MANUAL' ? ([['type', type]] as const) : []),
        ...(filters.length > 0
          ? ([
              ['filters', JSON.stringify(filters.map((each) => [each.attribute, each.operator, each.value]))],
            ] as const)
          : []),
      ]
    : [];

function readFilters(text: string | undefined): readonly DraftFilter[] | null {
  if (text === undefined) return [];
  if (text.length > longestFilters) return null;
  const read = parsed(text);
  if (!Array.isArray(read) || read.length > mostFilters || !read.every(isTriple)) return null;
  return read.map(([attribute, operator, value]) => ({ attribute, operator, value }));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isTriple = (value: unknown): value is readonly [string, string, string] =>
  Array.isArray(value) &&
  value.length === 3 &&
  value.every((each) => typeof each === 'string' && each.length <= longestValue);
