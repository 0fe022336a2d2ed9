import { describe, expect, test } from 'vitest';
import { encodeRfc3986, utf8 } from '../../engine/inside.ts';
import { proves } from '../support/clause.ts';
import { durable, start } from '../../testing/platform.ts';
import type { Answer } from '../../testing/platform.ts';

const user = '/2/users/2244994945';
const of = (answer: Answer) => [answer.status, answer.code];
const mib = 1024 * 1024;

/** choice: codes — the table of choices.md, copied by hand: no other code is used. */
const closedTable: Readonly<Record<number, readonly number[]>> = {
  32: [401],
  25: [413, 414, 415],
  34: [404],
  86: [405],
  88: [429],
  89: [401],
  92: [403],
  93: [403],
  99: [403],
  131: [500],
  144: [404, 200],
  135: [401],
  170: [403],
  185: [429],
  187: [403],
  214: [400],
  215: [400],
  220: [403],
  261: [403],
  348: [403],
  414: [403],
  415: [403],
  416: [401],
  453: [403],
};

/** One call for each kind of refusal, with the expected status and code. */
async function refusals() {
  const { platform, as } = await start();
  const json = 'application/json';
  const raw = (type: string | null, body: string) =>
    as.user().send({
      method: 'POST',
      path: '/2/posts',
      body: utf8(body),
      headers: type === null ? [] : [['Content-Type', type]],
    });
  const create = (body: unknown) => as.user().post('/2/posts', body);
  const own = (await create({ text: 'Twice' })).json.data.id;
  expect(own).toBeDefined();
  const before = durable(platform);
  const calls: [string, Promise<Answer>, number, number][] = [
    ['unknown path', as.bearer().get('/2/nothing'), 404, 34],
    ['unknown host', as.bearer().get('https://elsewhere.example/2/users/me'), 404, 34],
    ['root', as.anonymous.get('/'), 404, 34],
    ['not an address', as.anonymous.get('ftp://api.svc.example/2/users/me'), 400, 214],
    ['no address', as.anonymous.get('nonsense'), 400, 214],
    ['other method', as.bearer().send({ method: 'PATCH', path: user }), 405, 86],
    ['lower-case method', as.bearer().send({ method: 'get', path: user }), 405, 86],
    ['no authentication', as.anonymous.get(user), 400, 215],
    ['unknown token', as.withBearer('nobody').get(user), 401, 89],
    ['kind of token', as.bearer().get('/2/users/me'), 403, 220],
    ['level', as.user('mira_holm', 'Northwind Viewer').post('/2/posts', { text: 'x' }), 403, 261],
    ['Standalone', as.bearer('Pocket Sketch').get(user), 403, 414],
    ['suspended', as.bearer('Gale Feed').get(user), 401, 416],
    [
      'http',
      as.basic().send({ method: 'POST', path: 'http://api.svc.example/oauth2/token', form: {} }),
      403,
      92,
    ],
    ['path parameter', as.bearer().get('/2/users/abc'), 400, 214],
    ['20 digits', as.bearer().get(`/2/users/${'1'.repeat(20)}`), 400, 214],
    ['unknown parameter', as.bearer().get(`${user}?nonsense=1`), 400, 214],
    ['missing parameter', as.bearer().get('/2/users'), 400, 214],
    [
      '101 ids',
      as.bearer().get(`/2/users?ids=${Array.from({ length: 101 }, (_, each) => each).join(',')}`),
      400,
      214,
    ],
    ['no such user', as.bearer().get('/2/users/1'), 404, 144],
    ['no such username', as.bearer().get('/2/users/by/username/nobody'), 404, 144],
    ['no such post', as.bearer().get('/2/posts/1'), 404, 144],
    ['delete nothing', as.user().delete('/2/posts/1'), 404, 144],
    ['delete another’s', as.user('sam_ode').delete(`/2/posts/${own}`), 403, 220],
    ['duplicate', create({ text: 'Twice' }), 403, 187],
    ['no content type', raw(null, '{}'), 415, 25],
    ['wrong content type', raw('text/plain', '{"text":"x"}'), 415, 25],
    ['almost JSON type', raw('application/jsonp', '{"text":"x"}'), 415, 25],
    ['empty body', raw(json, ''), 400, 214],
    ['broken JSON', raw(json, '{"text":'), 400, 214],
    ['two values', raw(json, '{} {}'), 400, 214],
    ['not an object', create([1]), 400, 214],
    ['null', create(null), 400, 214],
    ['nothing to say', create({}), 400, 214],
    ['empty text', create({ text: '' }), 400, 214],
    ['281 characters', create({ text: '𝕏'.repeat(281) }), 400, 214],
    ['wrong type', create({ text: 1 }), 400, 214],
    ['unknown field', create({ text: 'x', media: { media_ids: ['1'] } }), 400, 214],
    ['reply to nothing', create({ text: 'x', reply: { in_reply_to_post_id: '1' } }), 400, 214],
    ['quote of nothing', create({ quote_post_id: '1' }), 400, 214],
    ['no such community', create({ text: 'x', community_id: '1' }), 400, 214],
    ['one option', create({ poll: { options: ['a'], duration_minutes: 5 } }), 400, 214],
    ['4 minutes', create({ poll: { options: ['a', 'b'], duration_minutes: 4 } }), 400, 214],
    ['foreign cursor', as.bearer().get(`${user}/posts?pagination_token=abc`), 400, 214],
    ['too large a page', as.bearer().get(`${user}/posts?max_results=101`), 400, 214],
    ['long URL', as.bearer().get(`/2/users?ids=${'1'.repeat(8192)}`), 414, 25],
    [
      'large body',
      as.user().send({ method: 'POST', path: '/2/posts', body: new Uint8Array(8 * mib + 1) }),
      413,
      25,
    ],
  ];
  return { platform, before, calls };
}

describe('refusals', () => {
  test(
    proves(
      '2.4-errors-array',
      'each has errors with integer codes out of the closed table, and changes nothing',
    ),
    async () => {
      const { platform, before, calls } = await refusals();
      for (const [name, call, status, code] of calls) {
        const answer = await call;
        expect(of(answer), name).toEqual([status, code]);
        expect(answer.header('content-type'), name).toBe('application/json; charset=utf-8');
        expect(answer.json.errors.length).toBeGreaterThan(0);
        for (const entry of answer.json.errors) {
          expect(Number.isInteger(entry.code) && typeof entry.message === 'string', name).toBe(true);
          expect(closedTable[entry.code], name).toContain(status);
        }
        expect(answer.header('www-authenticate') !== undefined, name).toBe(status === 401);
        const last = answer.exchange.trace.at(-1)!;
        expect([last.verb, last.text, last.outcome]).toEqual(['Answered', String(status), 'refused']);
        expect(answer.because, name).not.toBe('');
      }
      expect(durable(platform)).toBe(before);
    },
  );

  test('refusals under /2/ carry the problem fields, others errors alone (choice: error-body)', async () => {
    const { as } = await start();
    const v2 = (await as.bearer().get('/2/users/abc')).json;
    expect(v2).toMatchObject({
      title: 'Invalid Request',
      detail: 'One or more parameters to your request was invalid.',
      type: 'https://api.svc.example/2/problems/invalid-request',
      status: 400,
    });
    expect(v2.errors[0]).toMatchObject({ parameters: { id: ['abc'] } });
    const missing = (await as.bearer().get('/2/users/1')).json;
    expect(missing.errors[0]).toMatchObject({
      title: 'Not Found Error',
      type: 'https://api.svc.example/2/problems/resource-not-found',
      ...{ value: '1', resource_type: 'user', parameter: 'id', resource_id: '1' },
    });
    expect(Object.keys((await as.bearer().post('/1.1/oauth/invalidate_token')).json)).toEqual(['errors']);
  });

  test('messages name the parameter, its value and what is allowed (choice: v2-400)', async () => {
    const { as } = await start();
    const said = async (path: string) =>
      (await as.bearer().get(path)).json.errors.map(({ message }) => message);
    expect(await said(`${user}/posts?max_results=4`)).toEqual([
      'The `max_results` query parameter value [4] is not between 5 and 100',
    ]);
    expect(await said(`${user}/posts?max_results=ten`)).toEqual([
      'The `max_results` query parameter value [ten] is not a whole number',
    ]);
    expect(await said('/2/users')).toEqual(['The `ids` query parameter is required']);
    expect(await said('/2/users?ids=1,x')).toEqual([
      'The `ids` query parameter value [1,x] is not a decimal string of 1 to 19 digits',
    ]);
    const [unknown] = await said(`${user}?user=1`);
    for (const allowed of ['user.fields', 'post.fields', 'expansions']) expect(unknown).toContain(allowed);
    expect(await said(`${user}?expansions=all`)).toEqual([
      'The `expansions` query parameter value [all] is not one of [pinned_post_id]',
    ]);
    expect(await said(`${user}/posts?max_results=5&max_results=6`)).toEqual([
      'The `max_results` query parameter is given 2 times; it takes one value',
    ]);
    expect(await said(`${user}/posts?max_results=4&start_time=x&nonsense=1`)).toHaveLength(3);
    const body = (
      await as.user().post('/2/posts', { text: 'x', poll: { options: ['a', ''], duration_minutes: 5 } })
    ).json;
    expect(body.errors[0]).toMatchObject({ parameters: { 'poll.options.1': [''] } });
  });

  test('names of Object.prototype are unknown parameters too', async () => {
    const { as } = await start();
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'])
      expect(of(await as.bearer().get(`${user}?${name}=1`)), name).toEqual([400, 214]);
  });

  test('a list parameter may be repeated (choice: repeated-parameters)', async () => {
    const { as } = await start();
    const answer = await as.bearer().get('/2/users?ids=2244994945&ids=2244994946');
    expect(answer.json.data.map(({ id }) => id)).toEqual(['2244994945', '2244994946']);
  });
});

describe('the Authorization header', () => {
  const malformed = [
    '',
    ' ',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer a,b',
    'Bearer "x"',
    'Bearer ä',
    'Basic',
    'Basic =',
    'Basic ä',
    `Basic ${btoa('nocolon')}`,
    'OAuth',
    'OAuth ',
    'OAuth ,',
    'OAuth a',
    'OAuth a=b',
    'OAuth a="b',
    'OAuth a="b" c="d"',
    'OAuth a="b",,c="d"',
    'OAuth ="x"',
    'OAuth oauth_nonce="1"',
    'OAuth oauth_nonce="1", oauth_nonce="1"',
    'Digest x',
    'x'.repeat(7000),
    '\u0000',
    'OAuth %zz="%zz"',
  ];
  test.each(malformed)('%j is bad authentication data: 400 with code 215', async (value) => {
    const { platform, as } = await start();
    const before = durable(platform);
    const answer = await as.raw(value).get(user);
    expect(of(answer)).toEqual([400, 215]);
    expect(answer.json.title).toBe('Bad Request');
    expect(durable(platform)).toBe(before);
  });

  test('two of them are refused; an unknown key of Basic is 401', async () => {
    const { as } = await start();
    const two = await as.bearer().send({ path: user, headers: [['Authorization', 'Bearer x']] });
    expect(of(two)).toEqual([400, 215]);
    expect(two.because).toContain('two Authorization headers');
    expect(of(await as.raw(`Basic ${btoa('a:b')}`).get(user))).toEqual([401, 32]);
    expect(of(await as.raw(`Bearer ${encodeRfc3986('%')}`).get(user))).toEqual([401, 89]);
  });
});
