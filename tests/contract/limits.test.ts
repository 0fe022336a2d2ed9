import { describe, expect, test } from 'vitest';
import { allRows } from '../support/cells.ts';
import { proves } from '../support/clause.ts';
import { fewOfStarter } from '../support/few.ts';
import { clientOf, example, readyKinds } from '../../testing/examples.ts';
import { start } from '../../testing/platform.ts';
import { must } from '../../testing/portal.ts';
import type { Client } from '../../testing/platform.ts';
import { endpoints } from '../../testing/endpoints.ts';

const minute = 60_000;
const me = '/2/users/me';
const user = '/2/users/2244994945';
const northwind = '1700';

/** Makes `count` calls that all succeed. */
async function serve(client: Client, path: string, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) expect((await client.get(path)).status).toBe(200);
}

const status = async (client: Client, path: string) => (await client.get(path)).status;

test(
  proves(
    ['7-rate-limit-429-88', '8.1-exceeding-429-88', '8.1-requests-per-window', '8.3-default-window'],
    'one call over the limit is 429 with code 88 until 15 minutes after the first',
  ),
  async () => {
    const { platform, as } = await start();
    const mira = as.user();
    await serve(mira, me, 1);
    await platform.clock.advance(5 * minute);
    await serve(mira, me, 74);
    const refused = await mira.get(me);
    expect(refused.status).toBe(429);
    expect(refused.json).toEqual({
      errors: [{ code: 88, message: 'Rate limit exceeded' }],
      title: 'Too Many Requests',
      detail: 'Too Many Requests',
      type: 'about:blank',
      status: 429,
    });
    expect(refused.header('retry-after')).toBeUndefined();
    await platform.clock.advance(10 * minute - 1);
    expect(await status(mira, me)).toBe(429);
    await platform.clock.advance(1);
    expect(await status(mira, me)).toBe(200);
  },
);

test(
  proves(
    ['8.1-u-per-user', '5-r6-limits-per-user-token'],
    "one user's used up limit leaves another user of the App the full number",
  ),
  async () => {
    const { as } = await start();
    await serve(as.user('mira_holm'), me, 75);
    expect(await status(as.user('mira_holm'), me)).toBe(429);
    await serve(as.user('jonas_berg'), me, 75);
    expect(await status(as.user('jonas_berg'), me)).toBe(429);
    // The same user's token for another App counts separately: per access token.
    expect(await status(as.user('mira_holm', 'Northwind Courier'), me)).toBe(200);
  },
);

test(
  proves(
    ['8.1-a-per-app', '5-r6-limits-per-app', '8.3-two-values'],
    'an A limit holds for the App as a whole, beside its users and other Apps',
  ),
  async () => {
    const { as } = await start();
    await serve(as.bearer(), user, 300);
    expect(await status(as.bearer(), user)).toBe(429);
    expect((await as.bearer('Northwind Viewer').get(user)).number('svc-rate-limit-remaining')).toBe(299);
    await serve(as.user(), user, 900);
    expect(await status(as.user(), user)).toBe(429);
    expect(await status(as.user('jonas_berg'), user)).toBe(200);
  },
);

test(
  proves(
    ['8.1-header-remaining', '8.1-header-reset', '8.1-wait-until-reset'],
    'remaining falls by one to 0, reset says when calls pass again, and clients that wait get through',
  ),
  async () => {
    const { platform, as } = await start();
    await platform.clock.advance(123); // a window that starts within a second
    const opened = platform.clock.now();
    for (let left = 74; left >= 0; left--) {
      const answer = await as.user().get(me);
      expect(answer.number('svc-rate-limit-remaining')).toBe(left);
      expect(answer.header('svc-rate-limit-reset')).toBe(String(Math.ceil((opened + 15 * minute) / 1000)));
    }
    const refused = await as.user().get(me);
    expect([refused.status, refused.number('svc-rate-limit-remaining')]).toEqual([429, 0]);
    const reset = refused.number('svc-rate-limit-reset') * 1000;
    expect(reset - platform.clock.now()).toBeLessThanOrEqual(15 * minute + 1000);
    await platform.clock.advance(reset - platform.clock.now());
    const again = await as.user().get(me);
    expect([again.status, again.number('svc-rate-limit-remaining')]).toEqual([200, 74]);

    await serve(as.user(), me, 74);
    let wait = 1000;
    let answer = await as.user().get(me);
    for (; answer.status === 429; answer = await as.user().get(me)) {
      await platform.clock.advance(wait);
      wait = Math.min(wait * 2, 5 * minute);
    }
    expect(answer.status).toBe(200);
    expect(wait).toBe(5 * minute);
  },
);

test(proves('1-limits-vary-by-plan', 'the ceiling of a row is another on each plan'), async () => {
  const { as } = await start();
  const of = async (app: string) => (await as.bearer(app).get(user)).number('svc-rate-limit-limit');
  expect([await of('Northwind Reader'), await of('Harbour Desk'), await of('Lantern Bot')]).toEqual([
    300, 500, 1,
  ]);
  expect(await of('Atlas Insight')).toBe(300); // choice: cells
});

/** Endpoints with a limit other than 25. */
const unlistedLimits: Readonly<Record<string, number>> = {
  requestToken: 300,
  getWebhooks: 300,
  registerWebhook: 100,
  validateWebhook: 100,
  deleteWebhook: 100,
  subscribe: 500,
  getSubscription: 500,
  listSubscriptions: 500,
  unsubscribe: 500,
  countSubscriptions: 500,
};

test(
  proves(
    ['8.1-header-limit', '8.3-cell-order'],
    "the limit header is the cell's number for the plan and the kind of token",
  ),
  async () => {
    const few = await fewOfStarter();
    for (const endpoint of endpoints) {
      const one = await start(few);
      for (const plan of ['pro', 'basic', 'free'] as const) {
        for (const kind of readyKinds(endpoint)) {
          // Its address must exist: compliance.test.ts.
          if (kind === 'address') continue;
          const row = allRows.find((each) => each.endpoint === `${endpoint.method} ${endpoint.path}`);
          // choice: cells — a plan without a cell does not have the endpoint.
          if (row?.cells[plan].length === 0) continue;
          // A call that ends its own credential needs a new one each time.
          const { platform, as } = endpoint.id.startsWith('invalidate') ? await start(few) : one;
          await platform.do('portal.setPlan', northwind, plan);
          const answer = await clientOf(as, kind, endpoint).send(example(endpoint, as));
          const scope = kind === 'oauth1' ? 'user' : 'app';
          // choice: unlisted
          const unlisted = unlistedLimits[endpoint.id] ?? (endpoint.api === 'ads' ? 2000 : 25);
          const expected = row ? row.cells[plan].find((value) => value.scope === scope)!.calls : unlisted;
          expect(answer.number('svc-rate-limit-limit'), `${endpoint.id} ${plan} ${kind}`).toBe(expected);
        }
      }
    }
  },
);

describe('what counts (choice: window)', () => {
  const remaining = async (platform: Awaited<ReturnType<typeof start>>['platform'], token: string) =>
    (await platform.ask('limits.windows', 'getUser', { appId: '26001', token }))[0]!.remaining;

  test('400 and 404 consume; 401, 403 and 429 consume nothing', async () => {
    const { platform, as } = await start();
    const { oauth_token } = as.credential('oauth1', 'Northwind Reader', 'mira_holm');
    expect((await as.user().get('/2/users/999999')).status).toBe(404);
    expect(await remaining(platform, oauth_token)).toBe(899);
    expect((await as.user().get(`${user}?nonsense=1`)).status).toBe(400);
    expect(await remaining(platform, oauth_token)).toBe(898);
    const wrong = { ...as.credential('oauth1', 'Northwind Reader', 'mira_holm'), oauth_token_secret: 'x' };
    expect((await as.signing(wrong).get(user)).status).toBe(401);
    expect(await remaining(platform, oauth_token)).toBe(898);

    const viewer = as.user('mira_holm', 'Northwind Viewer');
    expect((await viewer.post('/2/posts', { text: 'no' })).status).toBe(403);
    const token = as.credential('oauth1', 'Northwind Viewer', 'mira_holm').oauth_token;
    expect(await platform.ask('limits.windows', 'createPost', { appId: '26002', token })).toMatchObject([
      { scope: 'user', remaining: 100, resetAt: null },
      { scope: 'app', remaining: 10000, resetAt: null },
    ]);

    await serve(as.user(), me, 75);
    await as.user().get(me);
    await as.user().get(me);
    expect(
      platform.snapshot().tables.windows!.find(({ endpoint_id }) => endpoint_id === 'getMe'),
    ).toMatchObject({
      count: 75,
    });
  });

  test('the X-ray writes them with commas', async () => {
    const { platform, as } = await start();
    await as.user().post('/2/posts', { text: 'Ten thousand a day' });
    const counted = platform.exchanges
      .list()
      .at(-1)
      ?.trace.find(({ verb }) => verb === 'Counted');
    expect(counted?.text).toBe('user 100 → 99 of 100 in 15 min, App 10,000 → 9,999 of 10,000 in 24 h');
  });

  test('looking at windows counts nothing', async () => {
    const { platform } = await start();
    for (let turn = 0; turn < 3; turn++)
      expect(await platform.ask('limits.windows', 'getUser', { appId: '26001' })).toMatchObject([
        { remaining: 300 },
      ]);
    expect(await platform.ask('limits.windows', 'nothing', { appId: '26001' })).toEqual([]);
    expect(await platform.ask('limits.windows', 'getUser', { appId: 'nobody' })).toEqual([]);
  });
});

describe('windows and plans (choice: plan-change)', () => {
  test('limits change at once, a window under way keeps its start', async () => {
    const { platform, as } = await start();
    await serve(as.bearer(), user, 10);
    const before = (await as.bearer().get(user)).number('svc-rate-limit-reset');
    await platform.clock.advance(5 * minute);
    await platform.do('portal.setPlan', northwind, 'basic');
    const onBasic = await as.bearer().get(user);
    expect([onBasic.number('svc-rate-limit-limit'), onBasic.number('svc-rate-limit-remaining')]).toEqual([
      500, 488,
    ]);
    expect(onBasic.number('svc-rate-limit-reset')).toBe(before + 86_400 - 900);
    await platform.do('portal.setPlan', northwind, 'free');
    expect(await status(as.bearer(), user)).toBe(429);
    await platform.do('portal.setPlan', northwind, 'pro');
    expect((await as.bearer().get(user)).number('svc-rate-limit-remaining')).toBe(287);
  });

  test('a window that has ended by its own length stays ended under a longer one', async () => {
    const { platform, as } = await start();
    await serve(as.bearer(), user, 300);
    await platform.clock.advance(20 * minute);
    await platform.do('portal.setPlan', northwind, 'basic');
    expect((await as.bearer().get(user)).number('svc-rate-limit-remaining')).toBe(499);
  });
});

describe('headers (choice: limit-headers)', () => {
  test('of two windows the one with the fewest remaining is shown; each 24-hour window also has its own headers', async () => {
    const { platform, as } = await start();
    const answer = await as.user().post('/2/posts', { text: 'One' });
    const limits = answer.response.headers.filter(([name]) => name.includes('-limit'));
    const now = platform.clock.now() / 1000;
    expect(limits).toEqual([
      ['svc-rate-limit-limit', '100'],
      ['svc-rate-limit-remaining', '99'],
      ['svc-rate-limit-reset', String(now + 900)],
      ['svc-app-limit-24hour-limit', '10000'],
      ['svc-app-limit-24hour-remaining', '9999'],
      ['svc-app-limit-24hour-reset', String(now + 86_400)],
    ]);
    await platform.do('portal.setPlan', northwind, 'basic');
    const onBasic = await as.user('jonas_berg').post('/2/posts', { text: 'Two' });
    expect(onBasic.number('svc-user-limit-24hour-remaining')).toBe(99);
    expect(onBasic.number('svc-app-limit-24hour-remaining')).toBe(1665);
  });
});

describe('abuse (choice: abuse)', () => {
  const abuse = async (as: Awaited<ReturnType<typeof start>>['as'], calls: number) => {
    await serve(as.bearer(), user, 300);
    for (let turn = 0; turn < calls; turn++) expect((await as.bearer().get(user)).status).toBe(429);
  };

  test(
    proves(
      '8.1-abuse-no-response',
      'an App that goes on gets no response any more, another App is still served',
    ),
    async () => {
      const { platform, as } = await start({ abuse: true });
      await abuse(as, 500);
      const answer = await as.bearer().get(user);
      expect(answer.closed).toBe(true);
      expect((await as.user().get(me)).closed).toBe(true);
      expect((await as.basic().send({ method: 'POST', path: '/oauth2/token', form: {} })).closed).toBe(true);
      expect(await status(as.bearer('Harbour Desk'), user)).toBe(200);
      const { bearer_token } = as.credential('app', 'Northwind Reader');
      const request = new Request(`${platform.baseUrl}${user}`, {
        headers: { authorization: `Bearer ${bearer_token}` },
      });
      await expect(platform.fetch(request)).rejects.toThrow(TypeError);
      const { silencedUntil } = platform.portal.apps()[0]!;
      expect(silencedUntil).toBe(platform.clock.now() + 15 * minute);
      await platform.clock.advance(15 * minute - 1);
      expect((await as.bearer().get(user)).closed).toBe(true);
      await platform.clock.advance(1);
      expect(await status(as.bearer(), user)).toBe(200);
    },
  );

  test('499 are tolerated, and 500 in two windows; switching it off or lifting it takes effect at once', async () => {
    const { platform, as } = await start({ abuse: true });
    await abuse(as, 499);
    await platform.clock.advance(15 * minute);
    await abuse(as, 499);
    expect(await status(as.bearer(), user)).toBe(429);
    expect((await as.bearer().get(user)).closed).toBe(true);
    await platform.do('portal.setAbuse', false);
    expect(platform.portal.apps()[0]!.silencedUntil).toBeNull();
    expect(await status(as.bearer(), user)).toBe(429);
    await platform.do('portal.setAbuse', true);
    expect((await as.bearer().get(user)).closed).toBe(true);
    expect(must(await platform.do('portal.liftAbuse', '26001')).made).toMatchObject({ refused: 500 });
    expect(await status(as.bearer(), user)).toBe(429);
    expect(await platform.do('portal.liftAbuse', 'nobody')).toMatchObject({ ok: false });
  });

  test('a lifting can be undone within the 15 minutes, and only once', async () => {
    const { platform, as } = await start({ abuse: true });
    await abuse(as, 500);
    const { made: lifted } = must(await platform.do('portal.liftAbuse', '26001'));
    expect(await status(as.bearer(), user)).toBe(429);
    for (let times = 0; times < 2; times++)
      expect(await platform.do('portal.restoreAbuse', '26001', lifted!)).toEqual({ ok: true });
    expect((await as.bearer().get(user)).closed).toBe(true);
    expect((await platform.ask('limits.report', 0)).abuse).toMatchObject([{ refused: 500, silenced: true }]);
    await platform.clock.advance(15 * minute);
    expect(await platform.do('portal.restoreAbuse', '26001', lifted!)).toMatchObject({ ok: false });
    expect(await status(as.bearer(), user)).toBe(200);
    // A forgotten one cannot be undone.
    expect(must(await platform.do('portal.liftAbuse', '26001')).made).toBeNull();
  });
});
