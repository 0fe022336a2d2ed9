/** Requests to hosts that are not this platform, signed by hand with node:crypto. */
import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { mistakes, diagnose } from './doctor.ts';
import { signAsDeclared } from './sign.ts';
import { isSignatureMethod } from './methods.ts';
import type { HostRules } from './types.ts';

const url = 'https://shop.example/wp-json/wc/v3/orders?per_page=20&status=processing';
const consumer_secret = 'cs_9b8e27d15f60';
const escape = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

interface Made {
  readonly method: string;
  readonly hash?: string;
  readonly signedUrl?: string;
  readonly key?: string;
  readonly signature?: string;
  readonly without?: string;
  readonly more?: Readonly<Record<string, string>>;
  readonly rules?: HostRules;
  readonly now?: number;
}

function consult(made: Made) {
  const { method, signedUrl = url, key = `${consumer_secret}&`, without, more = {} } = made;
  const protocol = Object.entries({
    oauth_consumer_key: 'ck_4f1e0b7c9d2a',
    oauth_nonce: 'p2Lr8VtXq5',
    oauth_signature_method: method,
    oauth_timestamp: '1772445911',
    ...more,
  }).filter(([name]) => name !== without);
  const [address = '', query = ''] = signedUrl.split('?');
  const signed = protocol.filter(([name]) => name !== 'realm');
  const pairs = [...signed.map(([name, value]) => `${name}=${escape(value)}`), ...query.split('&')];
  const baseString = ['GET', address, pairs.toSorted().join('&')].map(escape).join('&');
  const digest = () =>
    createHmac(made.hash ?? 'sha256', key)
      .update(baseString)
      .digest('base64');
  const header = [...protocol, ['oauth_signature', made.signature ?? digest()] as const];
  const authorization = `OAuth ${header.map(([name, value]) => `${name}="${escape(value)}"`).join(', ')}`;
  const request = { method: 'GET', url, headers: [], authorization, consumer_secret, token_secret: '' };
  const context = made.now === undefined ? {} : { now: made.now };
  const judged = diagnose({ ...request, rules: { method: 'declared', ...made.rules }, context });
  return { baseString, request, judged };
}

const named = ({ judged }: ReturnType<typeof consult>): string[] =>
  judged.explanations.map((each) => each.mistakes.map(({ id }) => id).join(' + '));

describe('Q1: at another host the declared method counts', () => {
  test.each([
    ['HMAC-SHA1', 'sha1', 28],
    ['HMAC-SHA256', 'sha256', 44],
    ['HMAC-SHA512', 'sha512', 88],
  ])('%s is right, and http for https is its only mistake', (method, hash, length) => {
    const right = consult({ method, hash });
    expect(right.judged).toMatchObject({ verdict: 'correct', method, baseString: right.baseString });
    const wrong = consult({ method, hash, signedUrl: url.replace('https:', 'http:') });
    expect(wrong.judged).toMatchObject({ verdict: 'explained', method, besides: [] });
    expect(named(wrong)).toEqual(['scheme-swapped']);
    expect(wrong.judged.signatures?.right).toHaveLength(length);
    expect(JSON.stringify(wrong.judged)).not.toMatch(/choice: |specification|platform/);
  });

  test('without its rules it is judged by the rules of this platform', () => {
    const { request } = consult({ method: 'HMAC-SHA256', signedUrl: url.replace('https:', 'http:') });
    const here = diagnose(request);
    expect(here.method).toBe('HMAC-SHA1');
    expect(here.explanations[0]?.mistakes.map(({ id }) => id)).toEqual(['scheme-swapped', 'sha-256']);
  });

  test('a declared method that was not used is the mistake', () => {
    const wrong = consult({ method: 'HMAC-SHA256', hash: 'sha1' });
    expect(named(wrong)).toEqual(['sha-1']);
    expect(wrong.judged.explanations[0]).toMatchObject({
      repair: 'Sign with HMAC-SHA256 and name it in `oauth_signature_method`.',
      mistakes: [{ title: 'SHA-1 in place of SHA-256', clause: 'RFC 5849 3.4.2' }],
    });
  });

  test('two mistakes at once are found too', () => {
    const key = `"${consumer_secret}"&`.replaceAll('"', '%22');
    const wrong = consult({ method: 'HMAC-SHA256', key, signedUrl: url.replace('https:', 'http:') });
    expect(named(wrong)).toEqual(['scheme-swapped + consumer-secret-quoted']);
  });

  test('PLAINTEXT is the key itself, and needs neither nonce nor timestamp', () => {
    const key = `${consumer_secret}&`;
    const right = { method: 'PLAINTEXT', signature: key, without: 'oauth_nonce' };
    expect(consult(right).judged).toMatchObject({ verdict: 'correct', signatures: { right: key } });
    expect(named(consult({ ...right, signature: consumer_secret }))).toContain('ampersand-missing');
    expect(named(consult({ ...right, signature: `&${consumer_secret}` }))).toContain('secrets-swapped');
    expect(consult({ ...right, signature: 'another&' }).judged.verdict).toBe('unknown');
  });

  test('RSA-SHA1 is not computed; the answer says what was checked without its key', () => {
    const signature = Buffer.alloc(256, 7).toString('base64');
    const { judged, baseString } = consult({ method: 'RSA-SHA1', signature });
    expect(judged).toMatchObject({ verdict: 'uncomputed', signatures: null, baseString, method: 'RSA-SHA1' });
    expect(judged.checked).toContain(
      'The signature is Base64 of 256 bytes: it can have come from a key of 2048 bits.',
    );
    const short = consult({ method: 'RSA-SHA1', signature: 'QUJD' });
    expect(short.judged.checked.join(' ')).toContain('Base64 of 3 bytes, which no RSA key gives');
    const lacking = consult({ method: 'RSA-SHA1', signature, without: 'oauth_nonce' });
    expect(named(lacking)).toEqual(['parameter-missing']);
    expect(consult({ method: 'HMAC-MD5', signature: 'QUJD' }).judged).toMatchObject({
      verdict: 'uncomputed',
      checked: [expect.stringContaining('The header has the parameters')],
    });
  });
});

describe('Q1: the rules of this platform bind no other host', () => {
  test('a nonce beyond ASCII is not a mistake there; a version other than 1.0 is one by the RFC', () => {
    expect(consult({ method: 'HMAC-SHA256', more: { oauth_nonce: 'naïve' } }).judged.verdict).toBe('correct');
    const version = consult({ method: 'HMAC-SHA256', more: { oauth_version: '1.1' } });
    expect(version.judged.explanations[0]?.mistakes[0]).toMatchObject({
      id: 'version-declared',
      clause: 'RFC 5849 3.1',
    });
  });

  test('fewer mistakes are known there', () => {
    const { knownMistakes } = consult({ method: 'HMAC-SHA256' }).judged;
    expect(knownMistakes).toBeLessThan(mistakes.length);
    expect(knownMistakes).toBeGreaterThan(100);
  });
});

test('Q1: a request that is signed again is right by the same rules, with the same realm and token', () => {
  for (const method of ['HMAC-SHA1', 'HMAC-SHA256', 'HMAC-SHA512', 'PLAINTEXT']) {
    if (!isSignatureMethod(method)) throw new Error(method);
    const protocol = [
      ['realm', 'a b'],
      ['oauth_consumer_key', 'ck'],
      ['oauth_token', ''],
      ['oauth_signature_method', method],
      ['oauth_nonce', 'n'],
      ['oauth_timestamp', '1'],
    ] as const;
    const request = { method: 'GET', url, headers: [] };
    const secrets = { consumer_secret, token_secret: '' };
    const { authorization } = signAsDeclared(request, protocol, secrets, method);
    expect(authorization).toMatch(/^OAuth realm="a%20b", oauth_consumer_key="ck", oauth_token="", /);
    const judged = diagnose({ ...request, ...secrets, authorization, rules: { method: 'declared' } });
    expect(judged.verdict).toBe('correct');
  }
});

describe('lift 2: a host has rules of its own', () => {
  const sha256 = { method: 'HMAC-SHA256' } as const;
  const refused = (made: Made): string[] => {
    const { judged } = consult(made);
    return judged.verdict === 'not-a-signature-problem'
      ? named({ judged } as ReturnType<typeof consult>)
      : [];
  };

  test('a method that it does not accept is the mistake, whether or not it was used', () => {
    const rules = { method: 'HMAC-SHA256' } as const;
    expect(consult({ method: 'HMAC-SHA256', rules }).judged.verdict).toBe('correct');
    const declared = consult({ method: 'HMAC-SHA1', hash: 'sha256', rules });
    expect(declared.judged).toMatchObject({ method: 'HMAC-SHA256', verdict: 'not-a-signature-problem' });
    expect(named(declared)).toEqual(['method-not-taken']);
    const used = consult({ method: 'HMAC-SHA1', hash: 'sha1', rules });
    expect(named(used)).toEqual(['sha-1']);
    expect(used.judged.besides.map(({ id }) => id)).toEqual(['method-not-taken']);
  });

  test('a token where it has none, and no token where it requires one', () => {
    const more = { oauth_token: 'tk' };
    expect(refused({ ...sha256, more, rules: { method: 'declared', token: 'never' } })).toEqual([
      'token-not-taken',
    ]);
    expect(refused({ ...sha256, rules: { method: 'declared', token: 'always' } })).toEqual([
      'token-not-named',
    ]);
    for (const token of ['never', 'always'] as const)
      expect(
        consult({ ...sha256, more: token === 'always' ? more : {}, rules: { method: 'declared', token } })
          .judged.verdict,
      ).toBe('correct');
  });

  test('a header without the host’s realm', () => {
    const rules = { method: 'declared', realm: '4455' } as const;
    expect(refused({ ...sha256, rules })).toEqual(['realm-not-named']);
    expect(refused({ ...sha256, more: { realm: '5544' }, rules })).toEqual(['realm-not-named']);
    expect(consult({ ...sha256, more: { realm: '4455' }, rules }).judged.verdict).toBe('correct');
  });

  test('a timestamp too far from the time of sending, if that is known', () => {
    const rules = { method: 'declared', tolerance: 900 } as const;
    const at = 1_772_445_911_000;
    expect(consult({ ...sha256, rules, now: at + 900_000 }).judged.verdict).toBe('correct');
    const late = consult({ ...sha256, rules, now: at + 901_000 });
    expect(named(late)).toEqual(['timestamp-not-taken']);
    expect(late.judged.explanations[0]?.cause).toContain('901 s behind that time; at most 900 s are taken');
    expect(consult({ ...sha256, now: at + 901_000 }).judged.verdict).toBe('correct');
    expect(JSON.stringify(late.judged)).not.toMatch(/choice: |specification|platform/);
  });
});
