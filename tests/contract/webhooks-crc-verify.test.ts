import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { loadCrcDoctor, utf8 } from '../../engine/index.ts';
import { rounds } from '../support/rounds.ts';

let doctor: Awaited<ReturnType<typeof loadCrcDoctor>>;
beforeAll(async () => {
  doctor = await loadCrcDoctor();
});

const secret = 'kR9vBC41defZq0123SlP';
const raw =
  '{"event_id":"9f2c7b10","users":{"b":{"name":"Ask\u00f8y <b> & 1/2"},"2244994945":{"name":"Jonas"}},"n":12345678901234567890,"ok":true,"none":null}';
const known = { apiKey: 'xvz1evFS4wEEPTGEFPHBog7Aq' };

const mac = (body: string | Buffer, key: string | Buffer = secret) => createHmac('sha256', key).update(body);
const signature = (body: string | Buffer, key?: string) => `sha256=${mac(body, key).digest('base64')}`;
const ask = (computed: string, body = utf8(raw)) =>
  doctor.diagnoseSignature({ body, secret, computed, known });
const idsOf = (computed: string, body?: Uint8Array) =>
  ask(computed, body).mistake?.parts.map(({ id }) => id) ?? [];

test('the right signature has no mistake', () => {
  expect(ask(signature(raw))).toMatchObject({ verdict: 'right', mistake: null, answer: signature(raw) });
});

const spaced = raw.replace(/,(?=")/g, ', ').replace(/":/g, '": ');
const escaped = raw.replaceAll('\u00f8', '\\u00f8');

test.each([
  ['body-written-again', 'JSON.stringify', JSON.stringify(JSON.parse(raw))],
  ['body-written-again', 'json.dumps', spaced.replaceAll('\u00f8', '\\u00f8')],
  ['body-written-again', 'spaces', spaced],
  ['body-written-again', 'escapes', escaped],
  ['body-written-again', 'json_encode', escaped.replace('1/2', '1\\/2')],
  ['body-written-again', 'encoding/json', raw.replace('<b> &', '\\u003cb\\u003e \\u0026')],
  [
    'body-written-again',
    'sorted',
    '{"event_id":"9f2c7b10","n":12345678901234567000,"none":null,"ok":true,"users":{"2244994945":{"name":"Jonas"},"b":{"name":"Ask\u00f8y <b> & 1/2"}}}',
  ],
  ['body-as-object', '[object Object]', '[object Object]'],
  [
    'body-as-object',
    'a dictionary',
    spaced.replaceAll('"', "'").replace('true', 'True').replace('null', 'None'),
  ],
  ['body-absent', 'nothing', ''],
  ['body-absent', 'undefined', 'undefined'],
  [
    'body-part',
    'a field',
    JSON.stringify({ 2244994945: { name: 'Jonas' }, b: { name: 'Ask\u00f8y <b> & 1/2' } }),
  ],
  ['body-white-space', 'a line break', `${raw}\n`],
  ['body-quoted', 'a JSON string', JSON.stringify(raw)],
  ['body-encoding', 'UTF-16', Buffer.from(raw, 'utf16le')],
  ['body-encoding', 'Latin-1', Buffer.from(raw, 'latin1')],
  ['body-encoding', 'twice', Buffer.from(Buffer.from(raw).toString('latin1'))],
] as const)('%s is named: %s', (id, _, body) => {
  const { mistake, tried } = ask(signature(body));
  expect(mistake?.parts.map((part) => part.id)).toEqual([id]);
  expect(mistake!.sentence).toMatch(/^You signed .+, the platform uses .+/);
  expect(mistake!.right).toContain('The key is the consumer secret.');
  expect(tried.filter(({ outcome }) => outcome === 'gives')).toMatchObject([{ id }]);
});

test('a body that arrived with spaces is named when it was rewritten without', () => {
  const pretty = JSON.stringify(JSON.parse('{"a":[1,{"b":"c"}],"d":{}}'), null, 2);
  expect(idsOf(signature('{"a":[1,{"b":"c"}],"d":{}}'), utf8(pretty))).toEqual(['body-written-again']);
  expect(idsOf(signature(pretty), utf8(`${pretty}\n`))).toContain('body-white-space');
});

test('encoding, key and the header’s prefix are named as for a challenge', () => {
  expect(ask(mac(raw).digest('base64')).mistake?.sentence).toBe(
    'You compared without sha256=, the platform uses it in front of the Base64 in the header',
  );
  expect(idsOf(`sha256=${mac(raw).digest('hex')}`)).toEqual(['hex']);
  expect(idsOf(mac(raw).digest('hex'))).toEqual(['prefix-missing', 'hex']);
  expect(idsOf(signature(raw, known.apiKey))).toEqual(['api-key']);
  expect(idsOf(signature(`${raw}\n`, `${secret}\n`))).toEqual(['body-white-space', 'key-white-space']);
  expect(idsOf(`sha256=${mac('[object Object]', known.apiKey).digest('hex')}`)).toEqual([
    'hex',
    'body-as-object',
    'api-key',
  ]);
});

test('an unexplained signature has no mistake', () => {
  const { verdict, mistake, tried } = ask(signature(raw, 'nobody knows'));
  expect({ verdict, mistake }).toEqual({ verdict: 'unknown', mistake: null });
  expect(tried.map(({ id }) => id)).toContain('body-written-again');
});

test('no body or signature does harm', () => {
  const nested = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  for (const body of [nested, '"'.repeat(65_536), `{"__proto__":{"a":1},"a":${nested}}`, 'x'.repeat(200_000)])
    expect(ask(signature('another'), utf8(body)).verdict).toBe('unknown');
  expect(idsOf(signature(Buffer.from([0xff, 0])), new Uint8Array([0xff, 0, 1]))).toEqual([]);
  fc.assert(
    fc.property(fc.json(), fc.string({ unit: 'binary' }), fc.uint8Array(), (body, computed, bytes) => {
      expect(ask(computed, utf8(body)).verdict).not.toBe('right');
      expect(ask(computed, bytes).verdict).not.toBe('right');
    }),
    rounds(15, 300),
  );
});

test('rewritten JSON is named, no matter what it contains', () => {
  fc.assert(
    fc.property(
      fc.json({ stringUnit: 'grapheme' }),
      fc.constantFrom('  ', '\t', '    '),
      (compact, indent) => {
        const pretty = JSON.stringify(JSON.parse(compact), null, indent);
        fc.pre(pretty !== compact && compact === JSON.stringify(JSON.parse(compact)) && compact !== '{}');
        expect(ask(signature(pretty), utf8(compact)).mistake).not.toBeNull();
        expect(ask(signature(compact), utf8(pretty)).mistake).not.toBeNull();
      },
    ),
    rounds(15, 300),
  );
});
