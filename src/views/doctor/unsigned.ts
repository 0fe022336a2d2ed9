import { decodeForm, encodeRfc3986 } from '../../../worker/api.ts';

/** A parameter that only one of two base strings has. */
export interface Stray {
  readonly name: string;
  readonly value: string;
  readonly from: 'query' | 'body' | 'header';
  /** Where it belongs in the order of parameters, in words. */
  readonly belongs: string;
}

type Pair = readonly [name: string, value: string];

/** The parameters of a base string, still encoded; null if it is not of that form. */
function pairsOf(baseString: string): Pair[] | null {
  const [, , parameters, ...more] = baseString.split('&');
  if (parameters === undefined || more.length > 0) return null;
  const joined = decoded(parameters);
  return joined === ''
    ? []
    : joined.split('&').map((each): Pair => {
        const equals = each.indexOf('=');
        return equals < 0 ? [each, ''] : [each.slice(0, equals), each.slice(equals + 1)];
      });
}

/**
 * The parameters that `full` has and `part` lacks, if `part` has no others; empty otherwise. `query` and `body` say
 * where each came from.
 */
export function strays(full: string, part: string, query: string, body: string): Stray[] {
  const [all, some] = [pairsOf(full), pairsOf(part)];
  if (!all || !some) return [];
  const left = some.map(keyOf);
  const missing = all.filter((pair) => {
    const at = left.indexOf(keyOf(pair));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  if (left.length > 0) return [];
  const places = { query: decodeForm(query), body: decodeForm(body) };
  return missing.map(([name, value]) => {
    const [plainName, plainValue] = [decoded(name), decoded(value)];
    const has = (pairs: readonly Pair[]) =>
      pairs.some((each) => each[0] === plainName && each[1] === plainValue);
    const from = has(places.query) ? 'query' : has(places.body) ? 'body' : 'header';
    return { name: plainName, value: plainValue, from, belongs: placeOf([name, value], all) };
  });
}

const keyOf = ([name, value]: Pair): string => `${name}=${value}`;

function placeOf(pair: Pair, all: readonly Pair[]): string {
  const next = all[all.findIndex((each) => keyOf(each) === keyOf(pair)) + 1];
  const place = next ? `before ${decoded(next[0])}, sorted by name` : 'last';
  const special = /[^A-Za-z0-9\-._~]/u.exec(decoded(pair[1]))?.[0];
  if (special === undefined) return place;
  const once = encodeRfc3986(special);
  return `${place}; ${special === ' ' ? 'a space' : special} is ${once}, then ${encodeRfc3986(once)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
