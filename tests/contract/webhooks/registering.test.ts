import { describe, expect, test } from 'vitest';
import { createPlatform, utf8 } from '../../../engine/index.ts';
import { proves } from '../../support/clause.ts';
import { answered, failure, honest, provedBy, tokenIn } from '../../../testing/receivers.ts';
import type { Answering } from '../../../testing/receivers.ts';
import { hook, host, openWebhooks, reasonOf, refusedFor, webhookIn } from '../../support/webhooks.ts';

const isSilent: Answering = () => failure('timeout');
const isWrong: Answering = () => answered({ response_token: 'sha256=d3Jvbmc=' });

describe('POST /2/webhooks (4.3)', () => {
  test(
    proves(
      [
        ...['3-webhook-created', '4.3-post-create', '2.1-id', '2.1-created-at'],
        '6-plan-enterprise-five-webhooks',
      ],
      'makes a configuration of a URL that proves itself, and up to five on Enterprise',
    ),
    async () => {
      const { platform, register, list } = await openWebhooks();
      const urls = Array.from({ length: 5 }, (_, at) => `${hook}/${at}`);
      const made = [];
      for (const url of urls) {
        const answer = await register(url);
        expect(answer.status, answer.text).toBe(200);
        const at = new Date(platform.clock.now()).toISOString();
        expect(answer.json).toEqual({
          id: expect.stringMatching(/^\d+$/) as string,
          url,
          valid: true,
          created_at: at,
        });
        made.push(webhookIn(answer));
        await platform.clock.advance(1000);
      }
      expect(new Set(made.map(({ id }) => id)).size).toBe(5);
      expect(await list()).toEqual(made);
    },
  );

  test(
    proves(
      ['4.3-post-sends-crc', '4.3-crc-request', '4.3-crc-answer', '5-r7-crc-key'],
      'asks the URL once, before it answers, by GET with a token of its own behind the query',
    ),
    async () => {
      const { receivers, registered, register, remove, as } = await openWebhooks();
      const { id } = await registered(`${hook}?a=1`);
      await remove(id);
      await registered(`${hook}?a=1`);
      const [first, second] = receivers.reached;
      expect(receivers.reached).toHaveLength(2);
      expect(first!.method).toBe('GET');
      expect(first!.url).toBe(`${hook}?a=1&crc_token=${first!.token!}`);
      expect(first!.token).toMatch(/^[\w-]{16,}$/);
      expect(second!.token).not.toBe(first!.token);
      const { consumer_key, consumer_secret } = as.credential('basic', 'Atlas Insight');
      const others = [
        consumer_key,
        as.credential('app', 'Atlas Insight').bearer_token,
        consumer_secret.slice(1),
      ];
      for (const secret of [...others, as.credential('basic', 'Northwind Reader').consumer_secret]) {
        receivers.at(host, honest(secret));
        expect(reasonOf(await register(`${hook}/more`))).toEqual(refusedFor('CrcValidationFailed'));
      }
    },
  );

  test('the challenge of RFC 4231, test case 2, has the answer given there', async () => {
    const { platform, receivers, registered, appId } = await openWebhooks();
    const { id } = await registered();
    const { tables, ...rest } = platform.snapshot();
    const token = 'what do ya want for nothing?';
    // A check that is due, for an App with that key.
    const waiting = {
      ...{ id: '1', effect: 'webhookCheck', key: `crc:${id}`, due: platform.clock.now(), attempts: 0 },
      data: { webhook_id: id, token },
    };
    const apps = tables['apps']!.map((app) =>
      app['id'] === appId ? { ...app, consumer_secret: 'Jefe' } : app,
    );
    const webhooks = tables['webhooks']!.map((row) => ({ ...row, valid: false }));
    const value = 'sha256=W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM=';
    receivers.at(host, ({ url }) => answered(tokenIn(url) === token ? { response_token: value } : {}));
    const again = createPlatform({
      snapshot: { ...rest, tables: { ...tables, apps, webhooks, outbox: [waiting] } },
      send: receivers.send,
    });
    await again.clock.advance(1);
    expect((await again.ask('webhooks.report')).apps.flatMap(({ webhooks: own }) => own)).toMatchObject([
      { id, valid: true },
    ]);
  });

  test(
    proves(
      [
        ...['3-webhook-create-rejected', '4.3-post-failure-reason', '7-duplicate-url'],
        '1-webhooks-registered-with-challenge',
      ],
      'is refused for one of four reasons, as a problem, and makes nothing',
    ),
    async () => {
      const { receivers, register, registered, list, setPlan, as } = await openWebhooks();
      const webhook = await registered();
      const refused: [string, Promise<Awaited<ReturnType<typeof register>>>][] = [
        ['UrlValidationFailed', register('http://hooks.atlas.example/events')],
        ['DuplicateUrlFailed', register()],
        ['DuplicateUrlFailed', register('HTTPS://Hooks.Atlas.Example/events')],
        ['CrcValidationFailed', register('https://nobody.example/events')],
      ];
      for (const [reason, call] of refused) {
        const answer = await call;
        expect(reasonOf(answer), reason).toEqual(refusedFor(reason));
        expect(answer.json).toMatchObject({
          title: 'Invalid Request',
          detail: 'One or more parameters to your request was invalid.',
          type: 'https://api.svc.example/2/problems/invalid-request',
          status: 400,
        });
      }
      await setPlan('pro');
      expect(reasonOf(await register(`${hook}/more`))).toEqual(refusedFor('WebhookLimitExceeded'));
      expect(await list()).toEqual([webhook]);
      // Another App may have it too.
      receivers.at(host, honest(as.credential('basic', 'Northwind Reader').consumer_secret));
      expect((await register(hook, as.bearer())).status).toBe(200);
    },
  );

  test(
    proves(
      ['2.1-url', '4.3-post-url-length', '4.3-post-url-required'],
      'takes 1 to 200 characters, a string, and repeats it',
    ),
    async () => {
      const { app, receivers, register, list } = await openWebhooks();
      const long = (length: number) => `${hook}/`.padEnd(length, 'x');
      expect(reasonOf(await app.post('/2/webhooks', {}))).toEqual(refusedFor('UrlValidationFailed'));
      for (const url of [null, 7, true, [hook], {}, '', long(201), long(4000)])
        expect(reasonOf(await register(url)), JSON.stringify(url)).toEqual(refusedFor('UrlValidationFailed'));
      expect(receivers.reached).toEqual([]);
      const answer = await register(long(200));
      expect([answer.status, webhookIn(answer).url]).toEqual([200, long(200)]);
      expect(await list()).toHaveLength(1);
    },
  );

  test('a body that is not a JSON object with a URL is refused as everywhere', async () => {
    const { app, receivers } = await openWebhooks();
    const of = async (json: unknown) => (await app.post('/2/webhooks', json)).json.errors[0]!.message;
    expect(await of({ url: hook, secret: 'x' })).toContain('fields that are not known: [secret]');
    expect(await of([hook])).toContain('is not a JSON object');
    const form = await app.send({ method: 'POST', path: '/2/webhooks', form: { url: hook } });
    expect([form.status, form.code]).toEqual([415, 25]);
    const broken = {
      method: 'POST',
      path: '/2/webhooks',
      body: utf8('{'),
      headers: [['content-type', 'application/json']] as const,
    };
    expect((await app.send(broken)).code).toBe(214);
    expect(receivers.reached).toEqual([]);
  });

  test(
    proves(
      [
        ...['4.3-post-no-port', '4.3-post-public', '7-url-failed-not-https', '7-url-failed-format'],
        '4.3-post-https',
      ],
      'refuses what is not https, has a port or is not public, and asks nobody',
    ),
    async () => {
      const { receivers, register, list } = await openWebhooks();
      const urls = [
        'http://hooks.atlas.example/',
        'https://hooks.atlas.example:8443/',
        'https://hooks.atlas.example:443/',
        'https://localhost/',
        'https://127.0.0.1/',
        'https://192.168.1.7/',
        'https://[::1]/',
        'https//x',
        'not a url',
      ];
      for (const url of urls)
        expect(reasonOf(await register(url)), url).toEqual(refusedFor('UrlValidationFailed'));
      expect([receivers.reached, await list()]).toEqual([[], []]);
    },
  );

  test(
    proves(
      ['7-crc-failed-wrong-answer', '7-crc-failed-timeout', '4.3-crc-answer'],
      'refuses a callback that answers wrongly or not at all, and says what was wrong',
    ),
    async () => {
      const { receivers, register, secret, list } = await openWebhooks();
      const hex: Answering = ({ url }) => {
        const bytes = Buffer.from(provedBy(secret, tokenIn(url)!).slice(7), 'base64');
        return answered({ response_token: `sha256=${bytes.toString('hex')}` });
      };
      const stale: Answering = () => answered({ response_token: provedBy(secret, 'of another challenge') });
      const inPlain: Answering = ({ url }) => answered(provedBy(secret, tokenIn(url)!));
      const moved: Answering = () => ({ status: 302, headers: [['location', hook]], body: new Uint8Array() });
      const cases: [Answering, string][] = [
        [isWrong, 'is not the Base64 of the HMAC-SHA256'],
        [hex, 'is not the Base64 of the HMAC-SHA256'],
        [stale, 'is not the Base64 of the HMAC-SHA256'],
        [inPlain, 'is not JSON'],
        [() => answered({}), 'has no `response_token`'],
        [() => answered({ response_token: 1 }), 'is not a string'],
        [moved, 'HTTP 302'],
        [() => answered({}, 500), 'HTTP 500'],
        [() => answered({}, 404), 'HTTP 404'],
        [isSilent, 'no answer came within 3 seconds'],
        [() => failure('tls'), 'TLS'],
        [() => answered('x'.repeat(65_537)), 'larger than 64 KB'],
        [() => Promise.reject(new Error('gone')), 'connection ended'],
        [() => failure('EHOSTUNREACH' as never), 'connection ended'],
        [() => ({ status: '200', headers: [], body: new Uint8Array() }) as never, 'connection ended'],
        [() => ({ status: 200, headers: [], body: 'text' }) as never, 'connection ended'],
        [() => null as never, 'connection ended'],
      ];
      for (const [answering, message] of cases) {
        receivers.at(host, answering);
        const answer = await register();
        expect(reasonOf(answer), message).toEqual(refusedFor('CrcValidationFailed'));
        expect(answer.json.errors[0]!.message).toContain(message);
      }
      expect(await list()).toEqual([]);
    },
  );
});
