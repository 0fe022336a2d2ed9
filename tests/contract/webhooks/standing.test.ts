import { describe, expect, test } from 'vitest';
import { proves } from '../../support/clause.ts';
import { made, must, newApp, shownOf } from '../../../testing/portal.ts';
import { answered, honest } from '../../../testing/receivers.ts';
import { hook, host, openWebhooks, reasonOf, refusedFor } from '../../support/webhooks.ts';
import type { Webhooks } from '../../support/webhooks.ts';

const overLimit = refusedFor('WebhookLimitExceeded');

describe('what a plan allows (6; choice: webhook-plans)', () => {
  test(
    proves(
      ['6-plan-pro-one-webhook', '6-plan-enterprise-five-webhooks', '7-limit-exceeded'],
      'none on Free and Basic, one on Pro, five on Enterprise; and the next one asks nobody',
    ),
    async () => {
      for (const [plan, most] of [
        ['free', 0],
        ['basic', 0],
        ['pro', 1],
        ['enterprise', 5],
      ] as const) {
        const { receivers, register, registered, list, setPlan } = await openWebhooks();
        await setPlan(plan);
        for (let at = 0; at < most; at++) await registered(`${hook}/${at}`);
        const answer = await register(`${hook}/more`);
        expect(reasonOf(answer), plan).toEqual(overLimit);
        expect(answer.json.errors[0]!.message).toContain(
          `the ${plan} plan allows ${most === 0 ? 'no' : most}`,
        );
        expect([(await list()).length, receivers.challenges().length]).toEqual([most, most]);
      }
    },
  );

  test('each App of a Project has that many', async () => {
    const { as, receivers, register } = await openWebhooks();
    for (const name of ['Northwind Reader', 'Northwind Viewer']) {
      const own = `${name.split(' ')[1]!.toLowerCase()}.example.com`;
      receivers.at(own, honest(as.credential('basic', name).consumer_secret));
      expect((await register(`https://${own}/`, as.bearer(name))).status).toBe(200);
      expect(reasonOf(await register(`https://${own}/2`, as.bearer(name)))).toEqual(overLimit);
    }
  });
});

test(
  proves(
    '8.1-webhook-callback-and-app-limits',
    'a URL of 200 characters, 10 callbacks and 1, 2 or 3 Apps are taken, one more is not',
  ),
  async () => {
    const { platform, register, appId } = await openWebhooks();
    const statusOf = async (length: number) => (await register(`${hook}/`.padEnd(length, 'x'))).status;
    expect([await statusOf(200), await statusOf(201)]).toEqual([200, 400]);
    const callbacks = (count: number) =>
      Array.from({ length: count }, (_, at) => `https://app.example/${at}`);
    const takes = async (count: number) =>
      (await platform.do('portal.updateApp', appId, { callback_urls: callbacks(count) })).ok;
    expect([await takes(10), await takes(11)]).toEqual([true, false]);
    for (const [plan, most] of [
      ['free', 1],
      ['basic', 2],
      ['pro', 3],
    ] as const) {
      const { id } = made(await platform.do('portal.createProject', `On ${plan}`, plan));
      const taken = [];
      for (let at = 0; at <= most; at++)
        taken.push((await platform.do('portal.createApp', `${plan} ${at}`, id)).ok);
      expect(taken).toEqual([...Array.from({ length: most }, () => true), false]);
    }
  },
);

/** Five webhooks on Enterprise, and their states. */
async function five(webhooks: Webhooks) {
  const ids = [];
  for (let at = 0; at < 5; at++) ids.push((await webhooks.registered(`${hook}/${at}`)).id);
  const valid = async () => (await webhooks.list()).map((each) => each.valid);
  return { ids, valid };
}

describe('a smaller plan (choices: plan-change, webhook-beyond-plan)', () => {
  test('makes webhooks beyond it invalid, newest first, and deletes nothing', async () => {
    const webhooks = await openWebhooks();
    const { valid } = await five(webhooks);
    must(await webhooks.setPlan('pro'));
    expect(await valid()).toEqual([true, false, false, false, false]);
    must(await webhooks.setPlan('free'));
    expect(await valid()).toEqual([false, false, false, false, false]);
    expect(reasonOf(await webhooks.register(`${hook}/more`))).toEqual(overLimit);
  });

  test('webhooks beyond it are not checked, neither hourly nor by PUT, and can be deleted', async () => {
    const webhooks = await openWebhooks();
    const { receivers, pass, put, remove, setPlan } = webhooks;
    const { ids, valid } = await five(webhooks);
    await setPlan('pro');
    const before = receivers.challenges().length;
    await pass(3);
    expect(await valid()).toEqual([true, false, false, false, false]);
    expect(
      new Set(
        receivers
          .challenges()
          .slice(before)
          .map(({ url }) => url.split('?')[0]),
      ),
    ).toEqual(new Set([`${hook}/0`]));
    const asked = receivers.challenges().length;
    expect(reasonOf(await put(ids[1]!))).toEqual(overLimit);
    expect(receivers.challenges()).toHaveLength(asked);
    expect((await put(ids[0]!)).status).toBe(200);
    expect((await remove(ids[4]!)).status).toBe(200);
  });

  test('the next check uses the room that a deletion or a larger plan makes', async () => {
    const webhooks = await openWebhooks();
    const { put, remove, setPlan, pass } = webhooks;
    const { ids, valid } = await five(webhooks);
    await setPlan('pro');
    await remove(ids[0]!);
    expect(await valid()).toEqual([false, false, false, false]);
    expect((await put(ids[1]!)).json).toMatchObject({ valid: true });
    expect(reasonOf(await put(ids[2]!))).toEqual(overLimit);
    await setPlan('enterprise');
    expect(await valid()).toEqual([true, false, false, false]);
    await pass(1);
    expect(await valid()).toEqual([true, true, true, true]);
  });
});

describe('the App (choice: webhook-standing)', () => {
  test('deleting an App deletes its webhooks and their checks', async () => {
    const { platform, receivers, registered, appId, pass } = await openWebhooks();
    await registered();
    await pass(2);
    must(await platform.do('portal.deleteApp', appId));
    const { tables } = platform.snapshot();
    expect([tables['webhooks'], tables['webhook_checks'], tables['outbox']]).toEqual([[], [], []]);
    const before = receivers.reached.length;
    await pass(3);
    expect(receivers.reached).toHaveLength(before);
    expect((await platform.ask('webhooks.report')).apps.some((app) => app.appId === appId)).toBe(false);
  });

  test('the webhooks of a suspended App are left alone until the suspension is lifted', async () => {
    const { platform, receivers, registered, only, appId, pass } = await openWebhooks();
    await registered();
    must(await platform.do('portal.setSuspended', appId, true));
    await pass(30);
    expect(receivers.challenges()).toHaveLength(1);
    must(await platform.do('portal.setSuspended', appId, false));
    expect((await only()).valid).toBe(true);
    await pass(1);
    expect(receivers.challenges()).toHaveLength(2);
    expect((await only()).valid).toBe(true);
  });

  test(
    proves('5-r7-crc-key', 'a new API secret is the key at once: checks fail until the receiver knows it'),
    async () => {
      const { platform, as, receivers, registered, appId, pass } = await openWebhooks();
      const { id } = await registered();
      const keys = shownOf('basic', [made(await platform.do('portal.regenerate', appId, 'basic'))]);
      const token = shownOf('app', [made(await platform.do('portal.regenerate', appId, 'app'))]).bearer_token;
      const app = as.withBearer(token);
      const isValid = async () => (await app.get('/2/webhooks')).json.data[0]!['valid'];
      await pass(1);
      expect(await isValid()).toBe(false);
      receivers.at(host, honest(keys.consumer_secret));
      await pass(1);
      expect(await isValid()).toBe(true);
      expect((await app.send({ method: 'PUT', path: `/2/webhooks/${id}` })).status).toBe(200);
    },
  );

  test('without an API secret nothing is proved, not even with an empty one', async () => {
    const { platform, as, receivers, registered, appId, pass } = await openWebhooks();
    await registered();
    must(await platform.do('portal.revoke', appId, 'basic'));
    receivers.at(host, honest(''));
    await pass(1);
    const { webhooks } = (await platform.ask('webhooks.report')).apps.find((each) => each.appId === appId)!;
    expect(webhooks[0]).toMatchObject({ valid: false });
    expect(webhooks[0]!.checks.at(-1)!.failed).toBe('the App has no API secret to answer with');
    const bearer = shownOf('app', [made(await platform.do('portal.regenerate', appId, 'app'))]).bearer_token;
    const answer = await as.withBearer(bearer).post('/2/webhooks', { url: `${hook}/more` });
    expect(reasonOf(answer)).toEqual(refusedFor('CrcValidationFailed'));
  });

  test('a Standalone App has none, but may have them once it is in a Project', async () => {
    const { platform, as, receivers, register } = await openWebhooks();
    const { app, keys, bearer } = await newApp(platform, 'Hooked', null);
    receivers.at(host, honest(keys.consumer_secret));
    expect((await register(hook, as.withBearer(bearer))).code).toBe(414);
    const project = made(await platform.do('portal.createProject', 'Hooks', 'pro'));
    must(await platform.do('portal.attachApp', app.id, project.id));
    expect((await register(hook, as.withBearer(bearer))).status).toBe(200);
    expect(receivers.challenges()).toHaveLength(1);
    must(await platform.do('portal.detachApp', app.id));
    const { webhooks } = (await platform.ask('webhooks.report')).apps.find((each) => each.appId === app.id)!;
    expect(webhooks).toMatchObject([{ valid: false }]);
  });
});

describe('what can be watched', () => {
  test('each App with what it may have, what it has, the next check and the checks that are kept', async () => {
    const webhooks = await openWebhooks();
    const { platform, receivers, registered, setPlan, pass, appId } = webhooks;
    const first = await registered();
    const second = await registered(`${hook}/2`);
    const since = platform.clock.now();
    receivers.at(host, () => answered({}, 500));
    await pass(1.5);
    await setPlan('pro');
    const { now, apps } = await platform.ask('webhooks.report');
    expect(now).toBe(platform.clock.now());
    expect(apps.map(({ appId: id }) => id)).toEqual(platform.portal.apps().map(({ id }) => id));
    const report = apps.find((each) => each.appId === appId)!;
    const common = { createdAt: since, succeededAt: since };
    expect(report).toMatchObject({
      most: 1,
      webhooks: [
        {
          ...common,
          id: first.id,
          url: hook,
          valid: true,
          beyondPlan: false,
          nextCheckAt: since + 2 * 3_600_000,
        },
        { ...common, id: second.id, valid: false, beyondPlan: true, nextCheckAt: null },
      ],
    });
    expect(report.webhooks[0]!.checks).toMatchObject([
      { cause: 'registration', at: since, failed: null },
      { cause: 'hourly', at: since + 3_600_000, failed: 'the receiver answered HTTP 500, not 200' },
    ]);
  });

  test('the latest 200 checks are kept, and lead to their exchanges while the log has them', async () => {
    const { platform, registered, pass, appId } = await openWebhooks('Atlas Insight', { logSize: 50 });
    await registered();
    await pass(250);
    const { webhooks } = (await platform.ask('webhooks.report')).apps.find((each) => each.appId === appId)!;
    const { checks } = webhooks[0]!;
    expect([checks.length, checks.some(({ cause }) => cause === 'registration')]).toEqual([200, false]);
    const log = platform.exchanges.list();
    for (const { sequence, token } of checks.slice(-50))
      expect(log.find((each) => each.sequence === sequence)!.request.url).toContain(token);
    expect(checks.slice(0, 150).every(({ sequence }) => sequence === null)).toBe(true);
  });
});
