/** Where the client's names differ from the neutral ones: this table, and nothing else, is mapped. */
import type { HeaderList } from '../../../engine/index.ts';
import type { Wording } from '../loopback.ts';

/** Words of names; a name is made of words, with `_`, `.`, `-` or `/` between them. */
const words: readonly (readonly [theirs: string, ours: string])[] = [
  ['tweet', 'post'],
  ['tweets', 'posts'],
  ['retweet', 'repost'],
  ['retweets', 'reposts'],
  ['retweeted', 'reposted'],
];
const headerPrefix = { theirs: 'x-', ours: 'svc-' };
/** What stands under these names is a name itself. */
const naming = /\.fields$|^(expansions|exclude|event_types|type|parameter|resource_type|scope)$/;

const toOurs = new Map(words);
const toTheirs = new Map(words.map(([theirs, ours]) => [ours, theirs]));
const rename = (name: string, map: ReadonlyMap<string, string>) =>
  name.replace(/[a-z]+/g, (word) => map.get(word) ?? word);

/** A path; the parts that begin with a colon are the client's own places to fill in. */
export const ourPath = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.startsWith(':') ? part : rename(part, toOurs)))
    .join('/');

/** A query or a JSON body of the client in our names. */
export const inOurNames = (value: unknown): unknown => mapped(value, toOurs);

function mapped(value: unknown, map: ReadonlyMap<string, string>, named = false): unknown {
  if (typeof value === 'string') return named && !value.includes('://') ? rename(value, map) : value;
  if (Array.isArray(value)) return value.map((item) => mapped(item, map, named));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [rename(name, map), mapped(inner, map, naming.test(name))]),
  );
}

const json = (text: string): string =>
  text.trim().startsWith('{')
    ? JSON.stringify(mapped(JSON.parse(text), toTheirs)) + /\s*$/.exec(text)![0]
    : text;

export const theirNames: Wording = {
  headers: (headers): HeaderList =>
    headers
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [
        name.replace(new RegExp(`^${headerPrefix.ours}`), headerPrefix.theirs),
        value,
      ]),
  text: json,
};
