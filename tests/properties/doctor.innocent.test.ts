/** What the Signature doctor must not blame, and where it must say that it does not know. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import OAuth from 'oauth-1.0a';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { diagnose, mistakes } from '../../engine/doctor/signature/doctor.ts';
import type { DoctorContext } from '../../engine/doctor/signature/doctor.ts';
import { Beginning, HmacSha1 } from '../../engine/doctor/signature/sha1.ts';
import { signRequest } from '../../engine/index.ts';
import { rounds } from '../support/rounds.ts';
import { choice, consult, ids, idsOf, messageOf, timesTaken } from './doctor.consult.ts';
import { examine } from './doctor.examine.ts';
import { faultOf } from './doctor.faults.ts';
import { isRight, wrongSignature } from './doctor.injector.ts';
import { cases, sendsToken } from './doctor.requests.ts';
import type { Case } from './doctor.requests.ts';

afterAll(() => console.info(`Signature doctor, ms (median, 95 %, longest): ${timesTaken()}`));

describe('no mistake', () => {
  test('a correct signature is never blamed', () => {
    fc.assert(
      fc.property(cases, (request) => {
        const diagnosis = consult(request, wrongSignature(request, []), 'right', {});
        expect(diagnosis).toMatchObject({ verdict: 'correct', explanations: [], besides: [] });
      }),
      rounds(150, 20_000),
    );
  });

  test('nor one made by npm’s oauth-1.0a', () => {
    fc.assert(
      fc.property(cases, (request) => {
        const signer = new OAuth({
          consumer: { key: 'key', secret: request.consumer_secret },
          signature_method: 'HMAC-SHA1',
          hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
        });
        const { method, url, headers } = messageOf({
          ...request,
          writtenHost: request.host,
          port: '',
          form: [],
          query: [],
        });
        const token = sendsToken(request) ? { key: 'token', secret: request.token_secret } : undefined;
        const { Authorization } = signer.toHeader(signer.authorize({ method, url }, token));
        const { consumer_secret, token_secret } = request;
        const address = request.path === '' ? `${url}/` : url;
        fc.pre(address === url);
        const diagnosis = diagnose({
          method,
          url,
          headers,
          authorization: Authorization,
          consumer_secret,
          token_secret,
        });
        expect(diagnosis.verdict).toBe('correct');
      }),
      rounds(50, 2000),
    );
  });

  test('nor one made by the page itself', () => {
    fc.assert(
      fc.property(cases, (request) => {
        const message = messageOf(request);
        const { consumer_secret, token_secret } = request;
        const credentials = {
          consumer_key: 'key',
          consumer_secret,
          ...(sendsToken(request) && { oauth_token: 'token', oauth_token_secret: token_secret }),
        };
        fc.pre(!message.url.includes('oauth_token'));
        const { authorization, steps } = signRequest(message, credentials, {
          nonce: 'n',
          timestamp: 1_800_000_000,
        });
        const diagnosis = diagnose({ ...message, authorization, consumer_secret, token_secret });
        expect(diagnosis).toMatchObject({ verdict: 'correct', baseString: steps.baseString });
      }),
      rounds(50, 2000),
    );
  });
});

test('a random signature is none of the known mistakes', () => {
  fc.assert(
    fc.property(cases, fc.uint8Array({ minLength: 20, maxLength: 20 }), (request, bytes) => {
      const diagnosis = consult(request, Buffer.from(bytes).toString('base64'), 'unknown');
      expect(diagnosis).toMatchObject({
        verdict: 'unknown',
        explanations: [],
        knownMistakes: mistakes.length,
      });
      expect(diagnosis.summary).toContain(`None of the ${mistakes.length} known mistakes`);
    }),
    rounds(10, 2000),
  );
});

test('garbage in place of a signature is none of the known mistakes', () => {
  fc.assert(
    fc.property(cases, fc.string({ unit: 'grapheme', minLength: 1 }), (request, signature) => {
      const diagnosis = consult(request, signature, 'garbage');
      // Unless a mistake gives exactly this: & is PLAINTEXT with two missing secrets.
      if (diagnosis.verdict === 'explained') examine(request, signature, diagnosis, 2);
      else expect(diagnosis.verdict).toBe('unknown');
    }),
    rounds(30, 2000),
  );
});

const stated = (request: Case, name: string): string =>
  request.header.find((each) => each[0] === name)?.[1] ?? '';
const withHeader = (request: Case, name: string, value: string): Case => ({
  ...request,
  header: request.header.map((each) => (each[0] === name ? [name, value] : each)),
});

const without = (pairs: Case['query'], name: string): Case['query'] =>
  pairs.filter((each) => each[0] !== name);

/** Requests that are refused for a reason other than their signature. */
const circumstances: Record<string, (request: Case) => [Case, DoctorContext]> = {
  'timestamp-milliseconds': (request) => [
    withHeader(request, 'oauth_timestamp', `${stated(request, 'oauth_timestamp')}123`),
    { now: 1_800_000_000_000 },
  ],
  'timestamp-stale': (request) => [
    request,
    { now: (Number(stated(request, 'oauth_timestamp')) + 301) * 1000 },
  ],
  'timestamp-unreadable': (request) => [withHeader(request, 'oauth_timestamp', 'today'), {}],
  'nonce-reused': (request) => [request, { nonceUsed: true }],
  'nonce-not-ascii': (request) => [withHeader(request, 'oauth_nonce', 'é'), {}],
  'nonce-control-character': (request) => [withHeader(request, 'oauth_nonce', 'a\u0007b'), {}],
  'version-declared': (request) => [
    { ...request, header: [...without(request.header, 'oauth_version'), ['oauth_version', '']] },
    {},
  ],
  'parameter-contradicts': (request) => [
    { ...request, query: [...without(request.query, 'oauth_token'), ['oauth_timestamp', '1']] },
    {},
  ],
  'credentials-elsewhere': (request) => [
    { ...request, query: [...request.query, ['oauth_signature', 'x']] },
    {},
  ],
  'method-declared': (request) => [withHeader(request, 'oauth_signature_method', 'HMAC-SHA256'), {}],
  'wrong-host': (request) => [request, { baseUrls: ['https://platform.example'] }],
};

describe('not the signature', () => {
  test.each(Object.entries(circumstances))('%s', (id, arrange) => {
    fc.assert(
      fc.property(cases, fc.constantFrom(...ids), choice, (plain, fault, pick) => {
        const [request, context] = arrange(plain);
        const right = wrongSignature(request, []);
        const diagnosis = consult(request, right, 'right', context);
        expect(diagnosis.verdict).toBe('not-a-signature-problem');
        expect(diagnosis.explanations.map(idsOf)).toEqual([[id]]);
        expect(diagnosis.summary).toMatch(/^The signature is correct\. /);

        // With a wrong signature as well, both are reported.
        const signature = wrongSignature(request, [faultOf(fault, pick)]);
        fc.pre(!isRight(request, signature) && !fault.startsWith('other-host'));
        // An invalid number has no successor.
        fc.pre(id !== 'timestamp-unreadable' || fault !== 'timestamp-taken-twice');
        const both = consult(request, signature, 'single', context);
        examine(request, signature, both, 1);
        expect(both.explanations.map(idsOf)).toContainEqual([fault]);
        expect(both.besides.map((each) => each.id)).toEqual([id]);
      }),
      rounds(10, 2000),
    );
  });

  test.each([
    ['address-unreadable', { url: '/2/posts' }],
    ['header-unreadable', { authorization: 'Bearer abc' }],
    ['header-unreadable', { authorization: 'OAuth oauth_nonce=1' }],
    ['header-unreadable', { authorization: '' }],
    ['parameter-missing', { authorization: 'OAuth oauth_nonce="1"' }],
    ['parameter-twice', { authorization: 'OAuth oauth_nonce="1", oauth_nonce="2"' }],
  ])('%s', (id, given) => {
    const diagnosis = diagnose({
      method: 'GET',
      url: 'https://api.svc.example/2/posts',
      headers: [],
      authorization: '',
      consumer_secret: 'c',
      token_secret: '',
      ...given,
    });
    expect(diagnosis.verdict).toBe('not-a-signature-problem');
    expect(diagnosis.explanations.map(idsOf).flat()).toContain(id);
  });
});

test('the secret of one of very many tokens is found', () => {
  fc.assert(
    fc.property(cases.filter(sendsToken), fc.integer({ min: 16, max: 199 }), (request, at) => {
      const otherTokenSecrets = Array.from({ length: 200 }, (_, index) => `secret-of-token-${index}`);
      const signature = wrongSignature({ ...request, token_secret: otherTokenSecrets[at]! }, []);
      const diagnosis = consult({ ...request, otherTokenSecrets }, signature, 'single');
      expect(diagnosis.explanations.map(idsOf)).toContainEqual(['other-token-secret']);
    }),
    rounds(5, 200),
  );
});

// The time of this is measured by `npm run bench -- doctor`.
test('a search of all pairs tries fewer than 6,500 signatures in the median', () => {
  const alone = vi.spyOn(HmacSha1.prototype, 'digest');
  const onwards = vi.spyOn(Beginning.prototype, 'leadsTo');
  onTestFinished(() => void vi.restoreAllMocks());
  const tried = fc.sample(cases, { numRuns: 5, seed: 5849 }).map((request) => {
    for (const spy of [alone, onwards]) spy.mockClear();
    consult(request, 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=', 'unknown');
    return alone.mock.calls.length + onwards.mock.calls.length;
  });
  expect(Math.min(...tried)).toBeGreaterThan(ids.length);
  expect(tried.toSorted((a, b) => a - b)[2]).toBeLessThan(6500);
});

test('a message of 200 kB is diagnosed without trying pairs', () => {
  const form = Array.from({ length: 4000 }, (_, index) => [`name${index}`, 'x'.repeat(40)] as const);
  fc.assert(
    fc.property(cases, (plain) => {
      const request: Case = { ...plain, form, json: '', multipart: [] };
      const diagnosis = consult(request, wrongSignature({ ...request, form: [] }, []), 'long');
      expect(diagnosis.verdict).toBe('explained');
      expect(diagnosis.explanations.map(idsOf)).toEqual([['body-left-out']]);
      const unknown = consult(request, 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=', 'long');
      expect(unknown).toMatchObject({ verdict: 'unknown' });
      expect(unknown.summary).toContain('two at once are not tried');
    }),
    rounds(1, 20),
  );
});
