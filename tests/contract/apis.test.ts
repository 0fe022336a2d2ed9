import { describe, expect, test } from 'vitest';
import { endpoint, json } from '../../engine/declaration/endpoint.ts';
import { familyOf } from '../../engine/declaration/family.ts';
import { createPlatform, families } from '../../engine/inside.ts';
import { ads, v1, v2 } from '../../engine/spec/apis.ts';
import { integer, object, optional, string } from '../../engine/spec/fields.ts';
import { unlisted } from '../../engine/spec/limits.ts';
import { refuse } from '../../engine/spec/problems.ts';
import { start as startWith } from '../../testing/platform.ts';

const common = {
  section: '9',
  summary: '',
  limits: unlisted('2000 U'),
  choices: [],
  example: {},
  answers: { 200: json(object({})) },
} as const;
const count = optional(integer(1, 1000));
const served = () => ({ status: 200, body: {} });

const here = familyOf('here', 'Declared here', [
  endpoint({
    ...common,
    id: 'campaigns',
    api: ads,
    method: 'GET',
    path: '/5/test/:account_id/campaigns',
    auth: ['oauth1'],
    params: { account_id: string() },
    query: { count },
    refuses: ['parameterInvalid'],
    handle: served,
  }),
  endpoint({
    ...common,
    id: 'old',
    api: v1,
    method: 'GET',
    path: '/1.1/test/old',
    auth: ['oauth1'],
    query: { count },
    refuses: [],
    handle: served,
  }),
  endpoint({
    ...common,
    id: 'counted',
    api: v2,
    method: 'GET',
    path: '/2/test/counted',
    auth: ['oauth1'],
    query: { max_results: integer(0, 9) },
    refuses: ['planLacksEndpoint'],
    handle: ({ query }) => ({ status: 200, body: { count: query.max_results } }),
    // Like the monthly cap: it reads the answer, keeps a count, and may refuse instead.
    after(answer, { principal, transact }) {
      const { count: given } = answer.body as { count: number };
      if (given > 5) return refuse('planLacksEndpoint', `${given} are more than 5`);
      transact((write) => void write.users.update(principal.user.id, { location: `saw ${given}` }));
      return answer;
    },
  }),
]);

const start = (options = {}) => startWith({ families: [...families, here], ...options });
const campaigns = '/5/test/a1/campaigns';

describe('the Advertiser API', () => {
  const at = (path: string) => `https://ads-api.svc.example${path}`;

  test('has its own base, which is an option; a Standalone App may call it', async () => {
    const { as } = await start();
    expect((await as.user().get(at(campaigns))).status).toBe(200);
    expect((await as.user().get(campaigns)).code, 'not at the other base').toBe(34);
    expect((await as.user().get(at('/2/users/me'))).code).toBe(34);
    const elsewhere = await start({ adsBaseUrl: 'http://127.0.0.1:9/ads/' });
    expect((await elsewhere.as.user().get(`http://127.0.0.1:9/ads${campaigns}`)).status).toBe(200);
    expect(() => createPlatform({ adsBaseUrl: 'nowhere' })).toThrow('adsBaseUrl');
  });

  test('may share a base with the other APIs: each path is served by the one that has it', async () => {
    const base = 'http://127.0.0.1:9/api';
    const { as } = await start({ baseUrl: base, adsBaseUrl: base });
    for (const path of [campaigns, '/2/users/me'])
      expect((await as.user().get(`${base}${path}`)).status, path).toBe(200);
  });

  test('writes its errors as its clients expect, with the request (choice: ads-errors)', async () => {
    const { as } = await start();
    const wrong = await as.user().get(at(`${campaigns}?count=0`));
    expect([wrong.status, wrong.json]).toEqual([
      400,
      {
        errors: [
          {
            type: 'INVALID_PARAMETER',
            code: 214,
            message: 'The `count` query parameter value [0] is not between 1 and 1000',
            parameter: 'count',
            value: '0',
          },
        ],
        request: { params: { account_id: 'a1', count: '0' } },
      },
    ]);
    const nowhere = await as.user().get(at('/5/nothing?a=b'));
    expect([nowhere.status, nowhere.json]).toEqual([
      404,
      {
        errors: [{ type: 'NOT_FOUND', code: 34, message: 'Sorry, that page does not exist' }],
        request: { params: { a: 'b' } },
      },
    ]);
    expect((await as.bearer().get(at(campaigns))).json.errors[0]).toMatchObject({ code: 220 });
  });
});

describe('what an API declares for its endpoints', () => {
  test('unknown query parameters: refused by v2 and ads, ignored by v1.1', async () => {
    const { as } = await start();
    expect((await as.user().get('/1.1/test/old?nothing=1')).status).toBe(200);
    expect((await as.user().get('/1.1/test/old?count=0')).json).not.toHaveProperty('title');
    expect((await as.user().get('/2/test/counted?max_results=1&nothing=1')).json).toMatchObject({
      title: 'Invalid Request',
    });
    expect((await as.user().get(`https://ads-api.svc.example${campaigns}?nothing=1`)).code).toBe(214);
  });

  test('kinds of authentication: an unknown one is a wrong declaration', () => {
    const declare = () =>
      endpoint({
        ...common,
        id: 'wrong',
        api: v1,
        method: 'GET',
        path: '/1.1/x',
        auth: ['app'],
        refuses: [],
        handle: served,
      });
    expect(declare).toThrow('wrong: no endpoint of v1 takes app');
  });

  test('credentials travel by the scheme of the base (choice: transport)', async () => {
    const { as } = await start();
    const answer = await as.user().get(`http://ads-api.svc.example${campaigns}`);
    expect([answer.status, answer.code]).toEqual([403, 92]);
  });
});

describe('a hook after handling', () => {
  test('counts what was answered, in the same commit, and may refuse instead', async () => {
    const { platform, as } = await start();
    expect((await as.user().get('/2/test/counted?max_results=5')).status).toBe(200);
    expect(platform.snapshot().tables['users']![0]).toMatchObject({ location: 'saw 5' });
    const refused = await as.user().get('/2/test/counted?max_results=6');
    expect([refused.status, refused.code, refused.because]).toEqual([403, 453, '6 are more than 5']);
    expect(platform.snapshot().tables['users']![0]).toMatchObject({ location: 'saw 5' });
  });
});

describe('families', () => {
  const counting = (load: () => Promise<void>) => {
    const loads = { count: 0 };
    const family = {
      ...here,
      load: async () => {
        loads.count++;
        await load();
        return here.load();
      },
    };
    return { loads, family };
  };

  test('are loaded once, when a call first needs them', async () => {
    const { loads, family } = counting(() => Promise.resolve());
    const { as } = await startWith({ families: [...families, family] });
    await as.user().get('/2/users/me');
    expect((await as.user().get('/2/test/nothing')).status).toBe(404);
    expect(loads.count).toBe(0);
    const calls = [1, 2, 3].map((each) => as.user().get(`/2/test/counted?max_results=${each}`));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(loads.count).toBe(1);
  });

  test('that cannot be loaded are our bug, and are retried with the next call', async () => {
    const broken = [true];
    const { loads, family } = counting(() =>
      broken.pop() ? Promise.reject(new Error('gone offline')) : Promise.resolve(),
    );
    const { as } = await startWith({ families: [...families, family] });
    const first = await as.user().get('/1.1/test/old');
    expect([first.status, first.code]).toEqual([500, 131]);
    expect(first.because).toContain('gone offline');
    expect((await as.user().get('/1.1/test/old')).status).toBe(200);
    expect(loads.count).toBe(2);
  });

  test('must have an endpoint for every route, and each id once', async () => {
    const empty = { ...here, load: () => Promise.resolve([]) };
    const { as } = await startWith({ families: [...families, empty] });
    expect((await as.user().get('/1.1/test/old')).because).toContain('no endpoint');
    expect(() => createPlatform({ families: [here, { ...here, id: 'again', routes: here.routes }] })).toThrow(
      TypeError,
    );
    expect(await createPlatform().ask('limits.windows', 'nothing', { appId: '26001' })).toEqual([]);
  });
});
