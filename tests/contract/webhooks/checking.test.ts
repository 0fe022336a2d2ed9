import { describe, expect, test } from 'vitest';
import { createPlatform } from '../../../engine/index.ts';
import { proves } from '../../support/clause.ts';
import { answered, failure, honest } from '../../../testing/receivers.ts';
import type { Answering } from '../../../testing/receivers.ts';
import { hook, host, hour, openWebhooks, reasonOf, refusedFor, webhookIn } from '../../support/webhooks.ts';

const isWrong: Answering = () => answered({ response_token: 'sha256=d3Jvbmc=' });
const isSilent: Answering = () => failure('timeout');

describe('the hourly check (3; choice: crc-hourly)', () => {
  test(
    proves(
      ['3-webhook-hourly-check', '4.3-crc-occasions', '6-crc-occasions'],
      'a challenge arrives at registration, every hour and on PUT, each with its own token, and at no other time',
    ),
    async () => {
      const { platform, receivers, registered, put, list } = await openWebhooks();
      const { id } = await registered();
      const after = async (ms: number) => {
        await platform.clock.advance(ms);
        return receivers.challenges().length;
      };
      expect([await after(hour - 1), await after(1)]).toEqual([1, 2]);
      expect([await after(hour), await after(hour - 1), await after(1)]).toEqual([3, 3, 4]);
      expect((await put(id)).status).toBe(200);
      await list();
      // A PUT does not change the hour.
      expect([receivers.challenges().length, await after(hour - 1), await after(1)]).toEqual([5, 5, 6]);
      expect(new Set(receivers.challenges().map(({ token }) => token)).size).toBe(6);
      expect(
        receivers.reached.every(
          ({ method, url }) => method === 'GET' && url.startsWith(`${hook}?crc_token=`),
        ),
      ).toBe(true);
    },
  );

  const atOnce: [string, Answering][] = [
    ['a wrong answer', isWrong],
    ['a redirect', () => answered({}, 301)],
    ['a TLS error', () => failure('tls')],
    ['too large an answer', () => answered('x'.repeat(65_537))],
  ];
  test.each(atOnce)('%s makes it invalid at once, and a success valid again', async (_, answering) => {
    const { receivers, registered, only, pass, secret } = await openWebhooks();
    await registered();
    receivers.at(host, answering);
    await pass(1);
    expect((await only()).valid).toBe(false);
    receivers.at(host, honest(secret));
    await pass(1);
    expect((await only()).valid).toBe(true);
  });

  const inTime: [string, Answering][] = [
    ['silence', isSilent],
    ['4xx', () => answered({}, 404)],
    ['5xx', () => answered({}, 503)],
    ['a host that is gone', () => failure('dns')],
  ];
  test.each(inTime)('%s makes it invalid when no check has succeeded for 24 hours', async (_, answering) => {
    const { receivers, registered, only, pass, secret } = await openWebhooks();
    await registered();
    receivers.at(host, answering);
    await pass(23);
    expect((await only()).valid).toBe(true);
    receivers.at(host, honest(secret));
    await pass(1);
    receivers.at(host, answering);
    await pass(23);
    expect((await only()).valid).toBe(true);
    await pass(1);
    expect((await only()).valid).toBe(false);
    await pass(30);
    expect((await only()).valid).toBe(false);
    receivers.at(host, honest(secret));
    await pass(1);
    expect((await only()).valid).toBe(true);
  });

  test('silence leaves an invalid one invalid, no matter how recent the last success was', async () => {
    const { receivers, registered, only, pass } = await openWebhooks();
    await registered();
    receivers.at(host, isWrong);
    await pass(1);
    receivers.at(host, isSilent);
    await pass(1);
    expect((await only()).valid).toBe(false);
  });

  test('is made when the real clock reaches its time, and the host wakes the platform', async () => {
    let real = Date.UTC(2026, 2, 2);
    const told: (number | null)[] = [];
    const { receivers, registered, only, platform } = await openWebhooks('Atlas Insight', {
      now: () => real,
      wake: (at) => void told.push(at),
    });
    const { created_at } = await registered();
    receivers.at(host, isWrong);
    const due = Date.parse(created_at) + hour;
    for (let at = told.at(-1); at != null && at <= due; at = told.at(-1)) {
      real = at;
      await platform.clock.advance(0);
    }
    expect(real).toBe(due);
    await expect.poll(async () => (await only()).valid).toBe(false);
    expect(receivers.challenges()).toHaveLength(2);
  });

  test('checks missed while the platform was closed become one', async () => {
    const { platform, receivers, registered } = await openWebhooks();
    const { id } = await registered();
    const later = createPlatform({
      snapshot: platform.snapshot(),
      send: receivers.send,
      now: () => platform.clock.now() + 72 * hour + 1000,
    });
    await later.clock.advance(1);
    expect(receivers.challenges()).toHaveLength(2);
    const [webhook] = (await later.ask('webhooks.report')).apps.flatMap(({ webhooks }) => webhooks);
    expect(webhook).toMatchObject({
      id,
      valid: true,
      checks: [{ cause: 'registration' }, { cause: 'hourly' }],
    });
    // The schedule starts at the registration.
    expect((webhook!.nextCheckAt! - webhook!.createdAt) % hour).toBe(0);
    await later.clock.advance(2 * hour);
    expect(receivers.challenges()).toHaveLength(4);
  });

  test('a check interrupted by a kill is repeated with the same challenge, and settled once', async () => {
    const never: Answering = () => new Promise(() => undefined);
    const { platform, receivers, registered, secret } = await openWebhooks();
    const { id } = await registered();
    receivers.at(host, never);
    const jump = platform.clock.advance(hour);
    await expect.poll(() => receivers.challenges().length).toBe(2);
    const killed = platform.snapshot();
    await platform.clock.cancel();
    await jump;
    receivers.at(host, honest(secret));
    const again = createPlatform({ snapshot: killed, send: receivers.send, now: () => platform.clock.now() });
    await again.clock.advance(1);
    const [, first, second] = receivers.challenges();
    expect(second!.token).toBe(first!.token);
    expect(receivers.challenges()).toHaveLength(3);
    const [webhook] = (await again.ask('webhooks.report')).apps.flatMap(({ webhooks }) => webhooks);
    expect(webhook).toMatchObject({
      id,
      valid: true,
      checks: [{ cause: 'registration' }, { cause: 'hourly' }],
    });
  });

  test('a receiver that takes hours to answer is not asked again meanwhile', async () => {
    let answer: (() => void) | undefined;
    const { platform, receivers, registered, secret } = await openWebhooks();
    await registered();
    receivers.at(host, async (request) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return honest(secret)(request);
    });
    const jump = platform.clock.advance(3 * hour);
    await expect.poll(() => answer).toBeDefined();
    await platform.clock.cancel();
    await jump;
    await platform.clock.advance(0);
    expect(receivers.challenges()).toHaveLength(2);
    receivers.at(host, honest(secret));
    answer!();
    await platform.clock.advance(2 * hour);
    expect(receivers.challenges()).toHaveLength(4);
  });
});

describe('PUT /2/webhooks/:webhook_id (4.3)', () => {
  test(
    proves(
      [
        '4.3-put-success',
        '4.3-put-triggers-crc',
        '3-webhook-revalidated',
        '4.3-put-valid-after-check',
        '2.1-valid',
        '2.1-created-at',
      ],
      'checks at once, and answers with the state after the check',
    ),
    async () => {
      const { platform, receivers, registered, only, put, pass, secret } = await openWebhooks();
      const webhook = await registered();
      receivers.at(host, isWrong);
      await pass(1);
      expect(await only()).toEqual({ ...webhook, valid: false });
      receivers.at(host, honest(secret));
      await platform.clock.advance(1000);
      const answer = await put(webhook.id);
      expect([answer.status, webhookIn(answer)]).toEqual([200, webhook]);
      expect(await only()).toEqual(webhook);
      expect(receivers.challenges()).toHaveLength(3);
      // A valid webhook may be checked too.
      expect((await put(webhook.id)).status).toBe(200);
    },
  );

  test(
    proves(
      ['4.3-put-crc-failed', '7-crc-failed-wrong-answer', '7-crc-failed-timeout'],
      'a failure is CrcValidationFailed, and counts as an hourly check',
    ),
    async () => {
      const { receivers, registered, only, put, pass } = await openWebhooks();
      const { id } = await registered();
      receivers.at(host, isSilent);
      expect(reasonOf(await put(id))).toEqual(refusedFor('CrcValidationFailed'));
      expect((await only()).valid).toBe(true);
      receivers.at(host, isWrong);
      expect(reasonOf(await put(id))).toEqual(refusedFor('CrcValidationFailed'));
      expect((await only()).valid).toBe(false);
      receivers.at(host, isSilent);
      await pass(25);
      expect(reasonOf(await put(id))).toEqual(refusedFor('CrcValidationFailed'));
      expect((await only()).valid).toBe(false);
    },
  );
});

describe('the exchange of a check', () => {
  test('says what the platform made of the answer, and what it means', async () => {
    const { platform, receivers, registered, put, appId } = await openWebhooks();
    const { id } = await registered();
    receivers.at(host, isWrong);
    await put(id);
    const [first, second] = platform.exchanges.list().filter(({ direction }) => direction === 'out');
    expect(first).toMatchObject({ appId, outcome: { status: 200 } });
    expect(first!.trace.at(-1)).toMatchObject({ outcome: 'passed', verb: 'Checked', sections: ['4.3', '5'] });
    expect(second!.trace.slice(-2)).toMatchObject([
      { outcome: 'refused', verb: 'Checked', choices: ['crc'] },
      { outcome: 'consumed', verb: 'Marked', text: 'the webhook is no longer valid', sections: ['3'] },
    ]);
    const [webhook] = (await platform.ask('webhooks.report')).apps.flatMap(({ webhooks }) => webhooks);
    expect(webhook!.checks).toMatchObject([
      { cause: 'registration', failed: null, sequence: first!.sequence },
      { cause: 'put', failed: second!.trace.at(-2)!.text, sequence: second!.sequence },
    ]);
  });
});
