/** Changes during a request to a callback: the world is different when the answer arrives. */
import { expect, test } from 'vitest';
import type { HttpRequest, SendResult } from '../../../engine/index.ts';
import { proves } from '../../support/clause.ts';
import { made, must } from '../../../testing/portal.ts';
import { answered, honest } from '../../../testing/receivers.ts';
import { hook, host, hour, openWebhooks, reasonOf, refusedFor } from '../../support/webhooks.ts';

/** A receiver that answers when the test says so, with its original answer. */
async function openWaiting() {
  const webhooks = await openWebhooks();
  const { receivers, secret } = webhooks;
  const waiting: ((result: SendResult) => void)[] = [];
  const asked: HttpRequest[] = [];
  const hold = () =>
    receivers.at(host, (request) => {
      asked.push(request);
      return new Promise<SendResult>((resolve) => void waiting.push(resolve));
    });
  const reached = (calls: number) => expect.poll(() => asked.length).toBe(calls);
  const right = async (at: number) => honest(secret)(asked[at]!);
  const answer = async (at = 0) => waiting[at]!(await right(at));
  const fail = (at = 0) => {
    waiting[at]!(answered({}));
  };
  return { ...webhooks, hold, reached, answer, fail };
}

test(
  proves(
    ['7-duplicate-url', '3-webhook-create-rejected'],
    'of two POSTs for one URL at once one is made, whichever answer comes first',
  ),
  async () => {
    for (const [first, second] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const { hold, reached, register, answer, list } = await openWaiting();
      hold();
      const calls = [register(), register()];
      await reached(2);
      await answer(first);
      expect((await calls[first]!).status).toBe(200);
      await answer(second);
      expect(reasonOf(await calls[second]!)).toEqual(refusedFor('DuplicateUrlFailed'));
      expect(await list()).toHaveLength(1);
    }
  },
);

test('of two simultaneous POSTs for the last place one succeeds', async () => {
  const { hold, reached, register, answer, list, setPlan } = await openWaiting();
  await setPlan('pro');
  hold();
  const calls = [register(), register(`${hook}/2`)];
  await reached(2);
  await answer(1);
  await answer(0);
  const [one, two] = await Promise.all(calls);
  expect([reasonOf(one!), two!.status]).toEqual([refusedFor('WebhookLimitExceeded'), 200]);
  expect(await list()).toHaveLength(1);
});

test('a plan that is lowered meanwhile prevents the webhook', async () => {
  const { hold, reached, register, answer, list, setPlan } = await openWaiting();
  hold();
  const call = register();
  await reached(1);
  await setPlan('basic');
  await answer();
  expect(reasonOf(await call)).toEqual(refusedFor('WebhookLimitExceeded'));
  expect(await list()).toEqual([]);
});

test('a deleted or suspended App, an ended token and a changed secret prevent it', async () => {
  const ways = [
    ['deleteApp', 401, 89],
    ['suspend', 401, 416],
    ['endToken', 401, 89],
    ['newSecret', 401, 89],
  ] as const;
  for (const [way, status, code] of ways) {
    const { platform, hold, reached, register, answer, appId } = await openWaiting();
    hold();
    const call = register();
    await reached(1);
    if (way === 'deleteApp') must(await platform.do('portal.deleteApp', appId));
    if (way === 'suspend') must(await platform.do('portal.setSuspended', appId, true));
    if (way === 'endToken') must(await platform.do('portal.revoke', appId, 'app'));
    if (way === 'newSecret') made(await platform.do('portal.regenerate', appId, 'basic'));
    await answer();
    const { status: given, code: said } = await call;
    expect([given, said], way).toEqual([status, code]);
    expect(platform.snapshot().tables['webhooks'], way).toEqual([]);
    const [exchange] = platform.exchanges.list().filter(({ direction }) => direction === 'out');
    expect(exchange!.trace.at(-1), way).toMatchObject({ verb: 'Dropped' });
  }
});

test('a webhook that was deleted while PUT asked it is WebhookIdInvalid, and stays deleted', async () => {
  const { platform, hold, reached, registered, put, remove, answer } = await openWaiting();
  const { id } = await registered();
  hold();
  const call = put(id);
  await reached(1);
  expect((await remove(id)).status).toBe(200);
  await answer();
  expect(reasonOf(await call)).toEqual(refusedFor('WebhookIdInvalid'));
  const { tables } = platform.snapshot();
  expect([tables['webhooks'], tables['webhook_checks']]).toEqual([[], []]);
});

test('a webhook that was deleted during its hourly check stays deleted, and one at the same URL is another', async () => {
  const { platform, hold, reached, registered, receivers, remove, fail, only, secret } = await openWaiting();
  const { id } = await registered();
  hold();
  const jump = platform.clock.advance(hour);
  await reached(1);
  expect((await remove(id)).status).toBe(200);
  receivers.at(host, honest(secret));
  const second = await registered();
  fail();
  await jump;
  expect(await only()).toEqual({ ...second, valid: true });
  const dropped = platform.exchanges.list().findLast(({ direction }) => direction === 'out');
  expect(dropped!.trace.at(-1)).toMatchObject({ verb: 'Dropped' });
});

test('a plan that is lowered during a PUT or hourly check leaves it invalid', async () => {
  const { platform, hold, reached, registered, put, list, setPlan, answer } = await openWaiting();
  await registered();
  const { id } = await registered(`${hook}/2`);
  hold();
  const call = put(id);
  await reached(1);
  await setPlan('pro');
  await answer(0);
  expect(reasonOf(await call)).toEqual(refusedFor('WebhookLimitExceeded'));
  expect((await list()).map(({ valid }) => valid)).toEqual([true, false]);
  await setPlan('enterprise');
  const jump = platform.clock.advance(hour);
  await reached(3);
  await setPlan('pro');
  await answer(1);
  await answer(2);
  await jump;
  expect((await list()).map(({ valid }) => valid)).toEqual([true, false]);
});

test('the check that is settled last decides, whichever was sent first', async () => {
  const { hold, reached, registered, put, only, answer, fail } = await openWaiting();
  const { id } = await registered();
  hold();
  const calls = [put(id), put(id)];
  await reached(2);
  fail(1);
  expect((await calls[1]!).status).toBe(400);
  expect((await only()).valid).toBe(false);
  await answer(0);
  expect((await calls[0]!).json).toMatchObject({ valid: true });
  expect((await only()).valid).toBe(true);
});
