/** Reasons for which a host with its own rules refuses a request, in addition to the rules of the RFC. */
import { shorten, staleBy } from './circumstances.ts';
import type { Circumstance } from './circumstances.ts';
import type { HostRules } from './types.ts';

const clause = 'the rules of this host';

const byToken: Readonly<Record<'never' | 'always', Circumstance>> = {
  never: {
    id: 'token-not-taken',
    title: 'A token where none is accepted',
    clause,
    cause: 'The request names a token, and this host has none',
    repair: 'leave `oauth_token` out, and sign with nothing after the & of the key',
    seen: ({ given }) => shorten(given.get('oauth_token') ?? '') || null,
  },
  always: {
    id: 'token-not-named',
    title: 'No token where one is needed',
    clause,
    cause: 'The request names no token, and this host requires one',
    repair: 'name the token in `oauth_token`, and sign with its secret after the & of the key',
    seen: ({ given }) => (given.get('oauth_token') ? null : ''),
  },
};

const byMethod = (method: string): Circumstance => ({
  id: 'method-not-taken',
  title: 'A signature method that is not accepted',
  clause,
  cause: `\`oauth_signature_method\` is not ${method}`,
  repair: `sign with ${method} and declare it`,
  seen: ({ given }) => {
    const declared = given.get('oauth_signature_method');
    return declared === undefined || declared === '' || declared === method ? null : shorten(declared);
  },
});

const byRealm = (realm: string): Circumstance => ({
  id: 'realm-not-named',
  title: 'Another realm',
  clause,
  cause: `The header does not name the realm \`${shorten(realm)}\``,
  repair: 'name it in `realm` of the header; it is not signed',
  seen: ({ given }) => {
    const sent = given.get('realm');
    return sent === realm ? null : sent === undefined ? 'it names none' : shorten(sent) || 'it is empty';
  },
});

const byTime = (tolerance: number): Circumstance => ({
  id: 'timestamp-not-taken',
  title: 'Timestamp out of bounds',
  clause,
  cause: '`oauth_timestamp` is too far from the time at which it was sent',
  repair: 'set the sender’s clock, and sign each request when it is sent',
  seen: staleBy(tolerance, 'that time'),
});

export const circumstancesUnder = ({
  method,
  token,
  realm,
  tolerance,
}: HostRules): readonly Circumstance[] => [
  ...(method === 'declared' ? [] : [byMethod(method)]),
  ...(token === undefined ? [] : [byToken[token]]),
  ...(realm === undefined ? [] : [byRealm(realm)]),
  ...(tolerance === undefined ? [] : [byTime(tolerance)]),
];
