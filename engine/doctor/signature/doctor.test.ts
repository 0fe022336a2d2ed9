/** Signatures as people's clients make them, written by hand: which mistakes the doctor names, and which it does not. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { diagnose } from './doctor.ts';

const base = 'https://api.svc.example';
const secrets = {
  consumer_secret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
  token_secret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
};
const protocol = {
  oauth_consumer_key: 'xvz1evFS4wEEPTGEFPHBog',
  oauth_nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg',
  oauth_signature_method: 'HMAC-SHA1',
  oauth_timestamp: '1318622958',
  oauth_token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
};

type Protocol = Readonly<Record<string, string>>;

interface Made {
  /** Path and query as they are sent. */
  readonly target: string;
  readonly method?: string;
  readonly protocol?: Protocol;
  /** What was signed instead of what is sent. */
  readonly signed?: {
    readonly method?: string;
    readonly uri?: string;
    /** Pairs as they are in the parameter string, in any order. */
    readonly pairs?: readonly string[];
    readonly key?: string;
  };
}

const escape = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
const pairsOf = (all: Protocol): string[] =>
  Object.entries(all).map(([name, value]) => `${name}=${escape(value)}`);
const keyOf = (...both: readonly string[]): string => both.map(escape).join('&');

/** The diagnosis of a request that was signed in this way. */
function consult({ target, method = 'GET', protocol: sent = protocol, signed = {} }: Made) {
  const [path = '', query = ''] = target.split('?');
  const pairs = signed.pairs ?? [...pairsOf(sent), ...query.split('&').filter(Boolean)];
  const text = [signed.method ?? method, signed.uri ?? `${base}${path}`, pairs.toSorted().join('&')];
  const key = signed.key ?? keyOf(secrets.consumer_secret, secrets.token_secret);
  const oauth_signature = createHmac('sha1', key).update(text.map(escape).join('&')).digest('base64');
  const header = Object.entries({ ...sent, oauth_signature });
  const { verdict, explanations } = diagnose({
    method,
    url: `${base}${target}`,
    headers: [],
    authorization: `OAuth ${header.map(([name, value]) => `${name}="${escape(value)}"`).join(', ')}`,
    ...secrets,
  });
  return { verdict, named: explanations.map(({ mistakes }) => mistakes.map(({ id }) => id).join(' + ')) };
}

const right = { verdict: 'correct', named: [] };
const explained = (...named: readonly string[]) => ({ verdict: 'explained', named });
const consumerOnly: Protocol = Object.fromEntries(
  Object.entries(protocol).filter(([name]) => name !== 'oauth_token'),
);

test('a right signature is correct', () => {
  expect(consult({ target: '/2/users?ids=1%2C2&x=a%20b' })).toEqual(right);
});

describe('a token that is not sent has no secret in the key', () => {
  test.each([
    ['absent', consumerOnly],
    ['empty', { ...consumerOnly, oauth_token: '' }],
  ])('oauth_token %s, signed with the secret of a token', (_how, sent) => {
    expect(consult({ target: '/2/users/me', protocol: sent })).toEqual(explained('token-unsent'));
    const key = keyOf(secrets.consumer_secret, '');
    expect(consult({ target: '/2/users/me', protocol: sent, signed: { key } })).toEqual(right);
  });
});

describe('only what differs is blamed', () => {
  test('the case of an escape in the path', () => {
    const target = '/2/users/by/username/caf%c3%a9';
    const uri = `${base}/2/users/by/username/caf%C3%A9`;
    expect(consult({ target })).toEqual(right);
    expect(consult({ target, signed: { uri } })).toEqual(explained('path-escapes-case'));
  });

  test('an escape of the path that was decoded', () => {
    const uri = `${base}/2/users/by/username/sam_ode`;
    expect(consult({ target: '/2/users/by/username/sam%5Fode', signed: { uri } })).toEqual(
      explained('path-decoded'),
    );
  });

  test('a nonce that was signed unencoded, not the query beside it', () => {
    const sent = { ...protocol, oauth_nonce: 'a+b/c=' };
    const { oauth_nonce, ...others } = sent;
    const pairs = [...pairsOf(others), `oauth_nonce=${oauth_nonce}`, 'text=a%20b%2Fc'];
    const target = '/2/tweets/search?text=a%20b%2Fc';
    expect(consult({ target, protocol: sent, signed: { pairs } })).toEqual(
      explained('protocol-values-unencoded'),
    );
  });
});

describe('mistakes of clients', () => {
  const target = '/2/users/2244994945/posts?l[0]=a&l[1]=b&ids=1,2';
  const sent = ['l%5B0%5D=a', 'l%5B1%5D=b', 'ids=1%2C2'];
  const pairs = [...pairsOf(protocol), ...sent];
  const uri = `${base}/2/users/2244994945/posts`;
  const { consumer_secret, token_secret } = secrets;

  test.each<[name: string, id: string, signed: Made['signed']]>([
    [
      'a list sent as l[0], l[1] and signed as l',
      'list-renamed',
      { pairs: [...pairsOf(protocol), 'l=a', 'l=b', sent[2]!] },
    ],
    [
      'a comma list signed as its elements',
      'list-split',
      { pairs: [...pairsOf(protocol), sent[0]!, sent[1]!, 'ids=1', 'ids=2'] },
    ],
    [
      'a carriage return behind the consumer secret',
      'consumer-secret-white-space',
      { pairs, key: keyOf(`${consumer_secret}\r`, token_secret) },
    ],
    [
      'a carriage return behind the token secret',
      'token-secret-white-space',
      { pairs, key: keyOf(consumer_secret, `${token_secret}\r`) },
    ],
    [
      'undefined for a token secret',
      'token-secret-undefined',
      { pairs, key: keyOf(consumer_secret, 'undefined') },
    ],
    ['null for a token secret', 'token-secret-undefined', { pairs, key: keyOf(consumer_secret, 'null') }],
    ['PUT signed, GET sent', 'other-method', { pairs, method: 'PUT' }],
    [
      'the port of a server behind a proxy',
      'inner-port',
      { pairs, uri: uri.replace('example', 'example:5000') },
    ],
    [
      'the same, with TLS ended by the proxy',
      'inner-port',
      { pairs, uri: uri.replace('https', 'http').replace('example', 'example:3000') },
    ],
    [':id left in the path', 'path-template-signed', { pairs, uri: uri.replace('2244994945', ':id') }],
    ['{id} left in the path', 'path-template-signed', { pairs, uri: uri.replace('2244994945', '{id}') }],
  ])('%s', (_name, id, signed) => {
    expect(consult({ target, signed: { pairs } })).toEqual(right);
    expect(consult({ target, signed: signed ?? {} })).toEqual(explained(id));
  });

  test('undefined for a token secret where there is no token', () => {
    const key = keyOf(consumer_secret, 'undefined');
    expect(consult({ target: '/2/users/me', protocol: consumerOnly, signed: { key } })).toEqual(
      explained('token-secret-undefined'),
    );
  });
});

describe('what cannot be determined is unknown', () => {
  const [wrong, target] = ['made-up', '/2/users/2244994945/posts?text=a%20b'];
  test.each<[string, NonNullable<Made['signed']>]>([
    ['another consumer secret', { key: keyOf(wrong, secrets.token_secret) }],
    ['another token secret', { key: keyOf(secrets.consumer_secret, wrong) }],
    ['another value of the query', { pairs: [...pairsOf(protocol), 'text=a%20c'] }],
    ['another nonce', { pairs: [...pairsOf({ ...protocol, oauth_nonce: wrong }), 'text=a%20b'] }],
    ['another user’s path', { uri: `${base}/2/users/2244994946/posts` }],
    ['another host', { uri: 'https://api.else.example/2/users/2244994945/posts' }],
    ['a method of its own', { method: 'PATCH' }],
  ])('%s', (_name, signed) => {
    expect(consult({ target, signed })).toEqual({ verdict: 'unknown', named: [] });
  });
});
