import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCrcDoctor, utf8 } from '../../engine/index.ts';
import type { CrcDiagnosis, CrcQuestion, WebhookMistake } from '../../engine/inside.ts';
import { checkCrc, crcAnswer } from '../../engine/webhooks/crc.ts';
import { proves } from '../support/clause.ts';
import { answerBy, known, mistakes, unsigned, urlOf, withoutField } from '../support/crc-receiver.ts';
import type { Receiver } from '../support/crc-receiver.ts';
import { rounds } from '../support/rounds.ts';

let doctor: Awaited<ReturnType<typeof loadCrcDoctor>>;
beforeAll(async () => {
  doctor = await loadCrcDoctor();
});

const token = 'q7L+2XcN%2FvYt5RkDzA9-Jm_';
const secret = 'kR9v+bC%41d/efZq0123SlP';
const json = [['content-type', 'application/json']] as const;

const ask = (body: string | Uint8Array, more: Partial<CrcQuestion> = {}): CrcDiagnosis => {
  const asked = { token, secret, url: urlOf(more.token ?? token), known, ...more };
  const answer = { status: 200, headers: json, body: typeof body === 'string' ? utf8(body) : body };
  return doctor.diagnoseCrc({ answer, ...asked });
};
const by = (...changes: readonly Partial<Receiver>[]): string => answerBy(changes, token, secret);
const idsOf = (mistake: WebhookMistake | null): string[] => mistake?.parts.map(({ id }) => id) ?? [];
const stateOf = ({ rules }: CrcDiagnosis, id: string) => rules.find((rule) => rule.id === id)?.state;

test('RFC 4231 test case 2 is a right answer, and no other is', () => {
  const asked = { token: 'what do ya want for nothing?', secret: 'Jefe' };
  const right = 'sha256=W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=';
  const diagnosis = ask(JSON.stringify({ response_token: right }), { ...asked, ms: 38 });
  expect(diagnosis).toMatchObject({ verdict: 'right', mistake: null, equal: [], answer: right });
  expect(diagnosis.rules.map(({ state }) => state)).toEqual(Array(9).fill('ok'));
  expect(ask(JSON.stringify({ response_token: right.replace('W', 'w') }), asked).verdict).toBe('unknown');
});

describe('a mistake alone', () => {
  const all = [...mistakes, ...withoutField, ...unsigned];
  test.each(all.map(([id, change], at) => [id, at, change] as const))(
    proves(['4.3-crc-answer', '5-r7-crc-key'], 'is named: %s (%i)'),
    (id, _, change) => {
      const body = by(change);
      if (body === by()) return;
      const diagnosis = ask(body);
      expect(diagnosis.verdict).toBe('explained');
      expect(idsOf(diagnosis.mistake)).toEqual([id]);
      expect(diagnosis.mistake).toMatchObject({ by: 'computation' });
      expect(diagnosis.mistake!.sentence).toMatch(/^You .+, the platform wants .+[^.]$/);
      expect(diagnosis.mistake!.repair).toMatch(/^[A-Z].+\.$/);
      expect(diagnosis.mistake!.difference).not.toBeNull();
      expect(diagnosis.rules.filter(({ state }) => state === 'failed').length).toBeGreaterThan(0);
      expect(diagnosis.tried.filter(({ outcome }) => outcome === 'gives')).toMatchObject([{ id }]);
    },
  );
});

const textOf = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'abcXYZ019+/%_-= '), minLength: length, maxLength: length + 20 });
const plain = (length: number) => textOf(length).map((each) => `a${each.replace(/%/g, '%2B').trim()}z`);

test('each mistake is named with any token and secret, or others that give the same bytes', () => {
  const all = [...mistakes, ...withoutField, ...unsigned];
  fc.assert(
    fc.property(fc.constantFrom(...all), plain(12), plain(20), ([id, change], drawnToken, drawnSecret) => {
      const body = answerBy([change], drawnToken, drawnSecret);
      if (body === answerBy([], drawnToken, drawnSecret)) return;
      const { mistake, equal } = ask(body, { token: drawnToken, secret: drawnSecret });
      const named = [mistake, ...equal].map((each) => idsOf(each).toSorted().join(' '));
      const isSame = named.some((ids) => alsoGives(ids.split(' '), body, drawnToken, drawnSecret));
      expect(isSame ? id : named.join(', '), body).toBe(id);
    }),
    rounds(100, 2400),
  );
});

test('two mistakes of different stages are named, or others that give the same bytes', () => {
  const pick = fc.constantFrom(...mistakes);
  fc.assert(
    fc.property(pick, pick, plain(12), plain(20), (one, other, drawnToken, drawnSecret) => {
      fc.pre(one[0] !== other[0] && Object.keys(one[1])[0] !== Object.keys(other[1])[0]);
      const changes = [one[1], other[1]];
      const body = answerBy(changes, drawnToken, drawnSecret);
      const { verdict, mistake, equal } = ask(body, { token: drawnToken, secret: drawnSecret });
      if (verdict === 'right') {
        expect(
          checkCrc(
            { status: 200, headers: [], body: utf8(body) },
            { token: drawnToken, secret: drawnSecret },
          ),
        ).toEqual({ passed: true });
        return;
      }
      const named = [mistake, ...equal].map((each) => idsOf(each).toSorted().join(' '));
      const made = [one[0], other[0]].toSorted().join(' ');
      if (named.includes(made)) return;
      const same = named.some((ids) => alsoGives(ids.split(' '), body, drawnToken, drawnSecret));
      expect(same ? made : named.join(', '), body).toBe(made);
    }),
    rounds(50, 2400),
  );
});

/** Whether mistakes with these ids give the same answer, in one of the ways in which they are made here. */
function alsoGives(ids: readonly string[], body: string, drawnToken: string, drawnSecret: string): boolean {
  let changes: Partial<Receiver>[][] = [[]];
  for (const id of ids) {
    const ways = [...mistakes, ...withoutField, ...unsigned]
      .filter(([each]) => each === id)
      .map(([, change]) => change);
    changes = changes.flatMap((before) => ways.map((each) => [...before, each]));
  }
  return changes.some((each) => answerBy(each, drawnToken, drawnSecret) === body);
}

test('the rules pass together if and only if the platform itself takes the answer', () => {
  const bodies = fc.oneof(
    fc.constantFrom(...mistakes, ...withoutField).map(([, change]) => by(change)),
    fc.constant(by()),
    fc.json({ maxDepth: 2 }),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(bodies, fc.constantFrom(200, 200, 200, 201, 204, 302, 404, 500), (text, status) => {
      const answer = { status, headers: json, body: utf8(text) };
      const { rules, verdict } = doctor.diagnoseCrc({ token, secret, answer, ms: 3_000 });
      const { passed } = checkCrc(answer, { token, secret });
      expect(rules.every(({ state }) => state === 'ok')).toBe(passed);
      expect(verdict === 'right').toBe(passed);
    }),
    rounds(25, 1200),
  );
});

describe('a value sent in place of a digest', () => {
  test.each([
    ['behind the prefix', { response_token: `sha256=${token}` }, ['echo']],
    ['bare', { response_token: token }, ['prefix-missing', 'echo']],
    ['in another field', { challenge: token }, ['other-field', 'prefix-missing', 'echo']],
    ['as the whole body', token, ['plain-text', 'prefix-missing', 'echo']],
    ['decoded', { response_token: `sha256=${decodeURIComponent(token)}` }, ['echo']],
  ])('is named: the token %s', (_, body, ids) => {
    const diagnosis = ask(typeof body === 'string' ? body : JSON.stringify(body));
    expect(idsOf(diagnosis.mistake).toSorted()).toEqual(ids.toSorted());
    expect(stateOf(diagnosis, 'value')).toBe('unreached');
    expect(diagnosis.mistake?.right).not.toContain('The key is the consumer secret.');
    expect(diagnosis.warning).toBeNull();
  });

  test('is not taken for the value next to the right field', () => {
    const body = JSON.stringify({ challenge: token, response_token: `sha256=${'A'.repeat(43)}=` });
    expect(ask(body)).toMatchObject({ verdict: 'unknown', mistake: null });
  });

  test('is named with a warning: the secret, wherever it is', () => {
    const sent = ask(JSON.stringify({ response_token: `sha256=${secret}` }));
    expect(idsOf(sent.mistake)).toEqual(['secret-sent']);
    expect(sent.warning).toMatch(/contains the consumer secret/);
    const right = JSON.stringify({ response_token: crcAnswer(token, secret), debug: { secret } });
    expect(ask(right)).toMatchObject({ verdict: 'right', warning: sent.warning });
    expect(ask(by()).warning).toBeNull();
  });
});

describe('a compressed body', () => {
  const headers = [...json, ['content-encoding', 'gzip']] as const;
  test.each([
    ['gzip', gzipSync(by()), 'gzip'],
    ['deflate', deflateSync(by()), 'zlib'],
    ['br', brotliCompressSync(by()), 'Brotli'],
  ])('is named, with its header: %s', (encoding, body, name) => {
    const answer = { status: 200, headers: [...json, ['content-encoding', encoding]] as const, body };
    const { mistake, rules } = ask('', { answer });
    expect(mistake?.sentence).toBe(`You compressed the body with ${name}, the platform wants JSON as it is`);
    expect(rules.find(({ id }) => id === 'json')?.came).toBe(`a body compressed with ${name}`);
  });

  test('is recognized without its header, and as a terminal shows it', () => {
    expect(idsOf(ask(gzipSync(by())).mistake)).toEqual(['compressed']);
    const text = `HTTP/1.1 200 OK\ncontent-encoding: gzip\n\n${gzipSync(by()).toString()}`;
    expect(idsOf(ask('', { answer: { kind: 'pasted', text } }).mistake)).toEqual(['compressed']);
  });

  test('is not one if only the header says so', () => {
    expect(ask('', { answer: { status: 200, headers, body: utf8(by()) } }).verdict).toBe('right');
  });
});

test('random digests are unknown, as bytes of each length that a digest has', () => {
  const digest = fc
    .constantFrom(16, 20, 32, 48, 64)
    .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
  const write = fc.constantFrom<(bytes: Buffer) => string>(
    (bytes) => bytes.toString('base64'),
    (bytes) => bytes.toString('hex'),
    (bytes) => bytes.toString('base64url'),
  );
  fc.assert(
    fc.property(digest, write, plain(12), plain(20), (bytes, written, drawnToken, drawnSecret) => {
      const body = JSON.stringify({ response_token: `sha256=${written(Buffer.from(bytes))}` });
      const { verdict, mistake } = ask(body, { token: drawnToken, secret: drawnSecret });
      expect({ verdict, mistake }).toEqual({ verdict: 'unknown', mistake: null });
    }),
    rounds(25, 1200),
  );
});

describe('before the body', () => {
  const right = () => by();

  test.each([
    [201, 'You answered 201, the platform wants 200'],
    [302, 'You answered 302, the platform wants 200 from the URL itself, and follows no redirect'],
    [500, 'You answered 500, the platform wants 200'],
  ])('status %i is named beside a right value', (status, sentence) => {
    const { mistake, rules } = ask('', { answer: { status, headers: json, body: utf8(right()) }, ms: 12 });
    expect(mistake).toMatchObject({ sentence, by: 'sight' });
    expect(mistake!.right).toContain('The key is the consumer secret.');
    expect(rules.filter(({ state }) => state !== 'ok')).toMatchObject([{ id: 'status', state: 'failed' }]);
  });

  test('a right value that came too late is reported as right', () => {
    const diagnosis = ask(right(), { ms: 3_001 });
    expect(diagnosis.mistake?.sentence).toBe('You took 3001 ms, the platform wants the answer within 3 s');
    expect(stateOf(diagnosis, 'time')).toBe('failed');
    expect(stateOf(diagnosis, 'value')).toBe('ok');
  });

  test('if no answer came, nothing is tried', () => {
    for (const reason of ['dns', 'refused', 'closed', 'tls', 'timeout', 'tooLarge'] as const) {
      const answer = { kind: 'failure', reason, message: 'why' } as const;
      const diagnosis = ask('', { answer });
      expect(diagnosis).toMatchObject({ verdict: 'explained', tried: [] });
      expect(diagnosis.mistake?.parts).toHaveLength(1);
      expect(stateOf(diagnosis, 'answered')).toBe('failed');
      expect(stateOf(diagnosis, 'json')).toBe('unreached');
    }
  });

  test('a content type is advice, not a rule', () => {
    const answer = { status: 200, headers: [['Content-Type', 'text/html']], body: utf8(right()) } as const;
    const diagnosis = ask('', { answer });
    expect(diagnosis.verdict).toBe('right');
    expect(stateOf(diagnosis, 'content-type')).toBe('advice');
  });
});

describe('an answer without a value', () => {
  test.each([
    ['<!doctype html><title>Sign in</title>', 'You sent a page of HTML, the platform wants JSON'],
    ['', 'You sent nothing, the platform wants a JSON object'],
    ['[1]', 'You sent a JSON list, the platform wants a JSON object'],
    ['{"response_token":{}}', 'You put an empty object into `response_token`, the platform wants a string'],
    [
      '{"ok":true}',
      'You sent JSON without `response_token`, the platform wants `response_token` at the top of the object',
    ],
  ])('is said by sight: %s', (body, sentence) => {
    expect(ask(body).mistake).toMatchObject({ sentence, by: 'sight', difference: null });
  });

  test('is reported if something else was turned into text', () => {
    const { mistake } = ask('{"response_token":"sha256=[object Promise]"}');
    expect(idsOf(mistake)).toEqual(['value-not-a-digest']);
    expect(mistake!.right).toEqual(['The body is a JSON object.', 'The field is `response_token`.']);
  });

  test('is read if bytes became JSON', () => {
    const digest = Buffer.from(by({ prefix: (encoded) => encoded }).slice(19, 63), 'base64');
    for (const value of [digest, new Uint8Array(digest), [...digest]])
      expect(idsOf(ask(JSON.stringify({ response_token: value })).mistake)).toEqual(['bytes-in-json']);
  });
});

test('an unexplained value has no mistake, and everything tried is listed', () => {
  const { verdict, mistake, tried, rules } = ask(by({ key: () => 'nobody knows' }));
  expect({ verdict, mistake }).toEqual({ verdict: 'unknown', mistake: null });
  expect(tried.length).toBeGreaterThan(40);
  expect(tried.some(({ outcome }) => outcome === 'gives')).toBe(false);
  expect(rules.filter(({ state }) => state === 'failed')).toMatchObject([
    { id: 'value', came: 'another value' },
  ]);
});

test('mistakes that change nothing and that cannot be tried are reported as such', () => {
  const { tried } = ask(by({ key: () => 'nobody knows' }), { token: 'abc', secret: 'def', known: {} });
  const outcomes = Object.fromEntries(tried.map(({ id, outcome }) => [id, outcome]));
  expect(outcomes).toMatchObject({
    'token-encoded': 'differs',
    'key-percent-decoded': 'same',
    'api-key': 'unknown',
    'earlier-token': 'unknown',
    hex: 'differs',
  });
});

describe('any input', () => {
  const nothing = (body: string | Uint8Array) => {
    const diagnosis = ask(body);
    expect(diagnosis.verdict).not.toBe('right');
    expect(idsOf(diagnosis.mistake)).not.toContain('hex');
  };

  test('of the accepted size does no harm', () => {
    const size = 65_536;
    for (const body of [
      '['.repeat(size),
      `${'{"data":'.repeat(7_000)}1${'}'.repeat(7_000)}`,
      `{"response_token":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      `{"__proto__":{"response_token":"${'a'.repeat(44)}"}}`,
      '{"constructor":{"prototype":{"response_token":"x"}}}',
      `{${Array.from({ length: 3_000 }, (_, at) => `"k${at}":"sha256=${at}"`).join(',')}}`,
      'a'.repeat(size),
      '<a'.repeat(size / 2),
      `{${"a:'".repeat(size / 4)}}`,
      `{${'a'.repeat(size - 2)}}`,
      '&#x3D;'.repeat(10_000),
      ' '.repeat(size),
      `{"response_token":"${'sha256='.repeat(580)}"}`,
      `{"response_token":"${'%3D'.repeat(1_300)}"}`,
      '{"response_token":"&#99999999;&#x110000;"}',
      'HTTP/1.1 200 OK\r\n'.repeat(4_000),
    ])
      nothing(body);
    expect(ask('a'.repeat(size + 1)).mistake?.parts).toMatchObject([{ id: 'too-large' }]);
    expect(Object.prototype).not.toHaveProperty('response_token');
  });

  test('of bytes and of JSON does no harm', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), nothing), rounds(25, 500));
    fc.assert(fc.property(fc.json(), nothing), rounds(25, 500));
  });

  test('that was pasted does no harm', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(ask('', { answer: { kind: 'pasted', text } }).verdict).not.toBe('right');
      }),
      rounds(25, 500),
    );
  });
});

test('a secret appears in a message only if code has to be changed', () => {
  const diagnosis = ask(by({ key: () => known.apiKey }));
  const said = JSON.stringify(diagnosis, (name, value: unknown) => (name === 'hints' ? [] : value));
  expect(said).not.toContain(secret);
  expect(said).not.toContain(known.apiKey);
});

describe('the line to change', () => {
  const change = (line: string, ...changes: readonly Partial<Receiver>[]) => {
    const code = `const SECRET = 'x';\n${line}\n`;
    return doctor.changeIn(code, ask(by(...changes)).mistake!);
  };

  test.each([
    [
      "  response_token: 'sha256=' + toHex(mac),",
      "  response_token: 'sha256=' + btoa(String.fromCharCode(...new Uint8Array(mac))),",
      'hex',
    ],
    [".digest('hex');", ".digest('base64');", 'hex'],
    [
      'return Response.json({ response_token: btoa(text) });',
      "return Response.json({ response_token: 'sha256=' + btoa(text) });",
      'prefix-missing',
    ],
    ["  'SHA256=' + base64", "  'sha256=' + base64", 'prefix-other'],
    ['  responseToken: value,', '  response_token: value,', 'other-field'],
    [`const key = '${known.apiKey}';`, `const key = '${secret}';`, 'api-key'],
    ['hmac(SECRET, decodeURIComponent(token))', 'hmac(SECRET, token)', 'token-decoded'],
    [
      'hmac(SECRET, request.url)',
      "hmac(SECRET, new URL(request.url).searchParams.get('crc_token'))",
      'whole-url',
    ],
    ["{ name: 'HMAC', hash: 'SHA-1' }", "{ name: 'HMAC', hash: 'SHA-256' }", 'other-hash'],
    ['return new Response(answer);', 'return Response.json({ response_token: answer });', 'plain-text'],
  ])('%s', (was, becomes, id) => {
    const [, made] = [...mistakes, ...withoutField].find(([each]) => each === id)!;
    expect(change(was, made)).toEqual({ line: 2, was, becomes });
  });

  test('is missing if the code does not show it', () => {
    expect(change('return answer(request);', { encoding: (digest) => digest.toString('hex') })).toBeNull();
  });
});
