/** Random calls of real endpoints, in parts that any signer accepts. */
import fc from 'fast-check';
import type { Credential, Platform } from '../../engine/index.ts';

export type Pair = readonly [name: string, value: string];

/** A call before it is signed. Names and values are decoded. */
export interface Call {
  readonly method: string;
  /** As on the wire. */
  readonly path: string;
  readonly query: readonly Pair[];
  readonly body:
    | { readonly kind: 'none' }
    | { readonly kind: 'form'; readonly pairs: readonly Pair[] }
    | JsonBody;
  /** The offset of the caller's clock, in seconds. */
  readonly off: number;
  /** The index of its credentials among the initialCredentials, modulo their number. */
  readonly credential: number;
  /** Whether the call is signed without a token. */
  readonly consumerOnly: boolean;
}

interface JsonBody {
  readonly kind: 'json';
  readonly text: string;
}

/** Unicode without lone surrogates, which no client can send. */
const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 20 }) },
  fc.constantFrom(
    '',
    ' ',
    '+',
    '%',
    '%2B',
    '=',
    '&',
    'a=b=c',
    '?',
    '#',
    "!*'()",
    '~',
    'é',
    '☃',
    '𝄞',
    '\u0000',
  ),
);

const reserved = new Set(Object.getOwnPropertyNames(Object.prototype));
/** Names that plain objects can have, since the signers take objects. */
const usable = (name: string) => !reserved.has(name) && !name.startsWith('oauth_');

/** Names that an encoder leaves unchanged: one signer encodes encoded names again. */
const plainName = fc.stringMatching(/^[A-Za-z][A-Za-z0-9._~-]{0,7}$/).filter(usable);
const anyName = anyText.filter((name) => name !== '' && usable(name));

const id = fc.stringMatching(/^[1-9][0-9]{0,18}$/);
const segment = fc.oneof(
  fc.constantFrom('mira_holm', 'JONAS_berg', 'nobody'),
  anyText.filter((name) => name !== '' && !/^\.+$/.test(name)).map(encodeURIComponent),
);

const readPath = fc.oneof(
  fc.constantFrom('/2/users/me', '/2/users', '/2/users/by', '/2/posts'),
  id.map((value) => `/2/users/${value}`),
  id.map((value) => `/2/posts/${value}`),
  id.map((value) => `/2/users/${value}/posts`),
  segment.map((name) => `/2/users/by/username/${name}`),
);
const none = fc.constant({ kind: 'none' } as const);
const json = fc
  .record({ text: anyText })
  .map((value): JsonBody => ({ kind: 'json', text: JSON.stringify(value) }));

const shapes = {
  get: { weight: 6, method: 'GET', path: readPath, body: none },
  head: { weight: 1, method: 'HEAD', path: readPath, body: none },
  delete: { weight: 1, method: 'DELETE', path: id.map((value) => `/2/posts/${value}`), body: none },
  post: { weight: 2, method: 'POST', path: fc.constant('/2/posts'), body: json },
} as const;

/** `names` are the names of the query, `formNames` those of a form body. */
export function callsWith(names: fc.Arbitrary<string>, formNames: fc.Arbitrary<string>, unique: boolean) {
  const pairsOf = (name: fc.Arbitrary<string>): fc.Arbitrary<Pair[]> => {
    const pair = fc.tuple(name, anyText);
    return unique
      ? fc.uniqueArray(pair, { maxLength: 5, selector: ([key]) => key })
      : fc.array(pair, { maxLength: 6 });
  };
  const form = pairsOf(formNames).map((pairs) => ({ kind: 'form', pairs }) as const);
  const formPath = fc.constantFrom(
    '/oauth2/invalidate_token',
    '/oauth2/invalidate_token',
    '/2/posts',
    '/1.1/oauth/invalidate_token',
    '/1.1/oauth/invalidate_token.json',
  );
  const all = [...Object.values(shapes), { weight: 3, method: 'POST', path: formPath, body: form }] as const;
  const common = {
    query: pairsOf(names),
    off: fc.integer({ min: -300, max: 300 }),
    credential: fc.nat(30),
    consumerOnly: fc.integer({ min: 0, max: 9 }).map((value) => value === 0),
  };
  return fc.oneof(
    ...all.map(({ weight, method, path, body }) => ({
      weight,
      arbitrary: fc.record({ method: fc.constant(method), path, body, ...common }),
    })),
  );
}

/** Calls that a signer can sign if it needs plain, unique names in the query. */
export const plainCalls = callsWith(plainName, anyName, true).filter(
  ({ query, body }) =>
    body.kind !== 'form' || body.pairs.every(([name]) => query.every(([other]) => other !== name)),
);

/** Calls with any names; repeated ones only in the form body. */
export const repeatingCalls = callsWith(anyName, anyName, false).map((call): Call => {
  const query = [...new Map(call.query)];
  const taken = new Set(query.map(([name]) => name));
  if (call.body.kind !== 'form') return { ...call, query };
  return {
    ...call,
    query,
    body: { kind: 'form', pairs: call.body.pairs.filter(([name]) => !taken.has(name)) },
  };
});

export type UserCredential = Extract<Credential, { kind: 'oauth1' }>;

/** Credentials of Apps in good standing. */
export function userCredentials({ initialCredentials, portal }: Platform): UserCredential[] {
  const suspended = new Set(portal.apps().flatMap((app) => (app.suspended ? [app.id] : [])));
  return initialCredentials.filter(
    (each): each is UserCredential => each.kind === 'oauth1' && !suspended.has(each.appId),
  );
}
