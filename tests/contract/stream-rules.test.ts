/** Rules of the filtered stream (8.3; choice: stream-rules). */
import { describe, expect, test } from 'vitest';
import { utf8 } from '../../engine/index.ts';
import { durable, start } from '../../testing/platform.ts';
import type { Client } from '../../testing/platform.ts';
import { must } from '../../testing/portal.ts';
import { addRules } from '../support/stream.ts';

const path = '/2/posts/search/stream/rules';

/** The members of an answer about rules. */
interface Rules {
  readonly data?: readonly { readonly id?: string; readonly value: string; readonly tag?: string }[];
  readonly meta: { readonly sent: string; readonly summary: object; readonly next_token?: string };
  readonly errors?: readonly Readonly<Record<string, unknown>>[];
}

async function change(client: Client, body: object, query = '') {
  const answer = await client.post(path + query, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return JSON.parse(answer.text) as Rules;
}

async function list(client: Client, query = '') {
  const answer = await client.get(path + query);
  if (answer.status !== 200) throw new Error(answer.text);
  return JSON.parse(answer.text) as Rules;
}

const values = ({ data = [] }: Rules) => data.map(({ value }) => value);

describe('adding', () => {
  test('adds the valid ones, with ids and tags, and returns an error for each of the others', async () => {
    const { as } = await start();
    const bearer = as.bearer();
    const [present] = await addRules(bearer, 'loaf');
    const { data, meta, errors } = await change(bearer, {
      add: [
        { value: ' cake  OR pie ', tag: 'sweet' },
        { value: 'bread' },
        { value: 'loaf', tag: 'another tag' },
        { value: 'bread' },
        { value: '(open' },
        { value: 'x'.repeat(1025) },
        { value: '' },
      ],
    });
    expect(data).toEqual([
      { id: expect.stringMatching(/^\d{19}$/) as string, value: 'cake  OR pie', tag: 'sweet' },
      { id: expect.stringMatching(/^\d{19}$/) as string, value: 'bread' },
    ]);
    expect(meta).toEqual({
      sent: '2026-03-02T09:41:12.000Z',
      summary: { created: 2, not_created: 5, valid: 2, invalid: 5 },
    });
    const type = (name: string) => `https://api.svc.example/2/problems/${name}`;
    expect(errors).toMatchObject([
      { code: 214, title: 'DuplicateRule', type: type('duplicate-rules'), value: 'loaf', id: present },
      { code: 214, title: 'DuplicateRule', value: 'bread' },
      { code: 214, title: 'Invalid Rule', type: type('invalid-rules'), value: '(open' },
      { code: 214, title: 'Invalid Rule' },
      { code: 214, title: 'Invalid Rule', value: '' },
    ]);
    expect(errors![2]!['message']).toBe(
      'The rule [(open] is not a valid query: at position 1, a group begins that is not closed: `)` is expected',
    );
    expect(errors![3]!['message']).toContain('has 1025 characters; on plan Pro a rule has at most 1024');
    expect(values(await list(bearer))).toEqual(['bread', 'cake  OR pie', 'loaf']);
  });

  test('dry_run says the same and does nothing', async () => {
    const { platform, as } = await start();
    const before = durable(platform);
    const add = [{ value: 'bread', tag: 'x' }, { value: 'foo:bar' }];
    const tried = await change(as.bearer(), { add }, '?dry_run=true');
    expect(tried.data).toEqual([{ value: 'bread', tag: 'x' }]);
    expect(tried.meta.summary).toEqual({ created: 1, not_created: 1, valid: 1, invalid: 1 });
    expect(tried.errors).toHaveLength(1);
    expect(durable(platform)).toBe(before);
  });

  test.each([
    ['basic', 50, 512],
    ['pro', 1000, 1024],
    ['enterprise', 5000, 1024],
  ] as const)('on %s there is room for %i rules of %i characters', async (plan, most, characters) => {
    const { platform, as } = await start();
    must(await platform.do('portal.setPlan', '1700', plan));
    const longest = 'ä'.repeat(characters);
    const add = Array.from({ length: most - 1 }, (_, at) => ({ value: at === 0 ? longest : `turn ${at}` }));
    expect((await change(as.bearer(), { add })).meta.summary).toMatchObject({ created: most - 1 });
    const more = await change(as.bearer(), {
      add: [{ value: 'one' }, { value: 'two' }, { value: `${longest}ä` }],
    });
    expect(more.meta.summary).toMatchObject({ created: 1, not_created: 2 });
    expect(more.errors!.map(({ title }) => title)).toEqual(['RulesCapExceeded', 'Invalid Rule']);
  });
});

describe('deleting', () => {
  test('takes ids, values or both, and names the unknown ones', async () => {
    const { as } = await start();
    const bearer = as.bearer();
    const [a, b] = await addRules(bearer, 'a1', 'b1', 'c1', 'd1');
    const [foreign] = await addRules(as.bearer('Northwind Courier'), 'e1');
    const done = await change(bearer, {
      delete: { ids: [a, a, foreign, 'nonsense'], values: ['c1', 'z1', ' a1 '] },
    });
    expect(done.meta.summary).toEqual({ deleted: 2, not_deleted: 3 });
    expect(done.errors).toMatchObject([
      { code: 144, resource_type: 'rule', parameter: 'id', resource_id: foreign },
      { code: 144, parameter: 'id', resource_id: 'nonsense' },
      { code: 144, parameter: 'value', resource_id: 'z1' },
    ]);
    expect(values(await list(bearer))).toEqual(['d1', 'b1']);
    await change(bearer, { delete: { ids: [b] } }, '?dry_run=true');
    expect(values(await list(bearer))).toEqual(['d1', 'b1']);
    expect(values(await list(as.bearer('Northwind Courier')))).toEqual(['e1']);
  });

  test('delete_all deletes those of the App', async () => {
    const { as } = await start();
    await addRules(as.bearer(), 'a1', 'b1');
    await addRules(as.bearer('Northwind Courier'), 'c1');
    const done = await change(as.bearer(), {}, '?delete_all=true');
    expect(done.meta.summary).toEqual({ deleted: 2, not_deleted: 0 });
    const { data, meta } = await list(as.bearer());
    expect([data, meta]).toEqual([undefined, { sent: expect.any(String) as string, result_count: 0 }]);
    expect(values(await list(as.bearer('Northwind Courier')))).toEqual(['c1']);
  });

  test('delete_all needs no body; adding and deleting single rules do', async () => {
    const { platform, as } = await start();
    await addRules(as.bearer(), 'a1', 'b1');
    const bare = await as.bearer().send({ method: 'POST', path, id: 'bare' });
    expect([bare.status, bare.code]).toEqual([400, 214]);
    expect((await platform.ask('remedies.advise', 'bare', null))!.act).toEqual({
      kind: 'changeText',
      field: 'body',
    });
    const odd = { method: 'POST', path: `${path}?delete_all=tru`, id: 'odd' };
    expect((await as.bearer().send(odd)).status).toBe(400);
    expect((await platform.ask('remedies.advise', 'odd', null))!.act).toEqual({
      kind: 'changeText',
      field: 'query.delete_all',
    });
    const done = await as.bearer().send({ method: 'POST', path: `${path}?delete_all=true` });
    expect([done.status, done.json.meta.summary]).toEqual([200, { deleted: 2, not_deleted: 0 }]);
    const typed = await as.bearer().send({
      ...{ method: 'POST', path: `${path}?delete_all=true`, body: utf8('{}') },
      headers: [['content-type', 'text/plain']],
    });
    expect(typed.status, 'a body that is there is of the type that is taken').toBe(415);
  });

  test('a call either adds or deletes', async () => {
    const { platform, as } = await start();
    await addRules(as.bearer(), 'a1');
    const before = durable(platform);
    const bodies: [query: string, body: unknown][] = [
      ['', {}],
      ['?delete_all=false', {}],
      ['', { add: [{ value: 'x' }], delete: { values: ['a1'] } }],
      ['?delete_all=true', { add: [{ value: 'x' }] }],
      ['?delete_all=true', { delete: { values: ['a1'] } }],
      ['', { add: [] }],
      ['', { add: [{ tag: 'x' }] }],
      ['', { add: [{ value: 'x', tag: 'y'.repeat(201) }] }],
      ['', { remove: [] }],
    ];
    for (const [query, body] of bodies) {
      const answer = await as.bearer().post(path + query, body);
      expect([answer.status, answer.code], JSON.stringify(body)).toEqual([400, 214]);
    }
    expect(durable(platform)).toBe(before);
  });
});

describe('listing', () => {
  test('goes page by page, the newest first, in both directions', async () => {
    const { as } = await start();
    const bearer = as.bearer();
    await addRules(bearer, 'a1', 'b1', 'c1', 'd1', 'e1');
    const first = await list(bearer, '?max_results=2');
    const second = await list(bearer, `?max_results=2&pagination_token=${first.meta.next_token!}`);
    const third = await list(bearer, `?max_results=2&pagination_token=${second.meta.next_token!}`);
    expect([first, second, third].map(values)).toEqual([['e1', 'd1'], ['c1', 'b1'], ['a1']]);
    expect(third.meta.next_token).toBeUndefined();
    const { previous_token } = third.meta as unknown as { previous_token: string };
    expect(values(await list(bearer, `?max_results=2&pagination_token=${previous_token}`))).toEqual([
      'c1',
      'b1',
    ]);
    expect(
      (await as.bearer('Northwind Courier').get(`${path}?pagination_token=${first.meta.next_token!}`)).status,
    ).toBe(400);
  });

  test('of some by their ids; unknown ones and those of another App are partial errors', async () => {
    const { as } = await start();
    const [a, , c] = await addRules(as.bearer(), 'a1', 'b1', 'c1');
    const [foreign] = await addRules(as.bearer('Northwind Courier'), 'd1');
    const found = await list(as.bearer(), `?ids=${[a, c, foreign, '7'].join(',')}`);
    expect(values(found)).toEqual(['c1', 'a1']);
    expect(found.errors).toMatchObject([
      { code: 144, resource_id: foreign },
      { code: 144, resource_id: '7' },
    ]);
  });

  test('rules need the App’s own token and a plan with the stream (choice: cells)', async () => {
    const { as } = await start();
    const of = async (client: Client) => {
      const answers = [await client.get(path), await client.post(path, { add: [{ value: 'x1' }] })];
      return answers.map(({ status, code }) => [status, code]);
    };
    expect(await of(as.user())).toEqual([
      [403, 220],
      [403, 220],
    ]);
    expect(await of(as.bearer('Lantern Bot'))).toEqual([
      [403, 453],
      [403, 453],
    ]);
    expect(await of(as.anonymous)).toEqual([
      [400, 215],
      [400, 215],
    ]);
  });
});
