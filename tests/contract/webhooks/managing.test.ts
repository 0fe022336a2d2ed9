import { describe, expect, test } from 'vitest';
import { proves } from '../../support/clause.ts';
import { durable } from '../../../testing/platform.ts';
import { answered, honest } from '../../../testing/receivers.ts';
import { hook, host, openWebhooks, reasonOf, refusedFor } from '../../support/webhooks.ts';
import type { Webhooks } from '../../support/webhooks.ts';

const other = 'https://hooks.northwind.example/events';

/** A webhook of a different App. */
async function othersWebhook({ as, receivers, registered }: Webhooks) {
  receivers.at('hooks.northwind.example', honest(as.credential('basic', 'Northwind Reader').consumer_secret));
  return registered(other, as.bearer());
}

describe('GET /2/webhooks (4.3)', () => {
  test(
    proves(
      ['4.3-get-list', '2.1-id', '2.1-url', '5-bearer-use'],
      'lists the configurations of the App, the oldest first',
    ),
    async () => {
      const webhooks = await openWebhooks();
      const { app, as, registered } = webhooks;
      const empty = await app.get('/2/webhooks');
      expect([empty.status, empty.json]).toEqual([200, { data: [], meta: { result_count: 0 } }]);
      const own = [await registered(), await registered(`${hook}/2`)];
      const others = await othersWebhook(webhooks);
      expect((await app.get('/2/webhooks')).json).toEqual({ data: own, meta: { result_count: 2 } });
      expect((await as.bearer().get('/2/webhooks')).json).toEqual({
        data: [others],
        meta: { result_count: 1 },
      });
      expect((await app.get('/2/webhooks?max_results=1')).code).toBe(214);
      expect((await app.get('/2/users/2244994945')).status).toBe(200);
      expect((await app.post('/2/users/2244994945/following', { target_user_id: '2244994946' })).code).toBe(
        220,
      );
    },
  );
});

describe('DELETE /2/webhooks/:webhook_id (4.3)', () => {
  test(
    proves(
      ['4.3-delete', '3-webhook-deleted'],
      'deletes one in any state, and nothing reaches its URL any more',
    ),
    async () => {
      const { platform, receivers, registered, remove, list, pass } = await openWebhooks();
      const first = await registered();
      receivers.at('other.atlas.example', receivers.answering(host));
      const second = await registered('https://other.atlas.example/');
      receivers.at(host, () => answered({}));
      await pass(1);
      expect((await list()).map(({ valid }) => valid)).toEqual([false, true]);
      for (const { id } of [first, second]) {
        const answer = await remove(id);
        expect([answer.status, answer.json]).toEqual([200, { data: { deleted: true } }]);
        expect(reasonOf(await remove(id))).toEqual(refusedFor('WebhookIdInvalid'));
      }
      expect(await list()).toEqual([]);
      const before = receivers.reached.length;
      await pass(3);
      expect(receivers.reached).toHaveLength(before);
      const { tables } = platform.snapshot();
      expect([tables['webhook_checks'], tables['outbox']]).toEqual([[], []]);
      expect(tables['jobs']!.filter(({ name }) => name === 'webhookCheck')).toEqual([]);
    },
  );
});

test(
  proves(
    ['4.3-delete-id-invalid', '4.3-put-id-invalid', '7-id-invalid-not-found', '7-id-invalid-not-owned'],
    'an id that does not exist and one of another App are WebhookIdInvalid, in the same words, and nobody is asked',
  ),
  async () => {
    const webhooks = await openWebhooks();
    const { platform, receivers, put, remove } = webhooks;
    const { id } = await othersWebhook(webhooks);
    const before = durable(platform);
    const asked = receivers.reached.length;
    for (const unknown of ['1', 'abc', '9'.repeat(60), '..%2f', id])
      for (const call of [put, remove]) {
        const answer = await call(unknown);
        expect(reasonOf(answer), unknown).toEqual(refusedFor('WebhookIdInvalid'));
        const said = decodeURIComponent(unknown).slice(0, 40);
        expect(answer.json.errors[0]!.message).toBe(
          `WebhookIdInvalid: the App has no webhook with the id ${said}`,
        );
      }
    expect([durable(platform), receivers.reached.length]).toEqual([before, asked]);
  },
);

test(
  proves(
    ['4.3-bearer-auth'],
    'all four take an app-only bearer token of an App in a Project, and nothing else',
  ),
  async () => {
    const webhooks = await openWebhooks();
    const { as, registered, receivers } = webhooks;
    const { id } = await registered();
    const calls = [
      { method: 'POST', path: '/2/webhooks', json: { url: `${hook}/more` } },
      { path: '/2/webhooks' },
      { method: 'PUT', path: `/2/webhooks/${id}` },
      { method: 'DELETE', path: `/2/webhooks/${id}` },
    ];
    const asked = receivers.reached.length;
    for (const call of calls) {
      const codes = [];
      for (const who of [
        as.anonymous,
        as.withBearer('nobodys'),
        as.user('mira_holm', 'Atlas Insight'),
        as.consumer('Atlas Insight'),
        as.basic('Atlas Insight'),
        as.bearer('Pocket Sketch'),
        as.bearer('Gale Feed'),
      ])
        codes.push((await who.send(call)).code);
      expect(codes).toEqual([215, 89, 220, 220, 220, 414, 416]);
    }
    expect(receivers.reached).toHaveLength(asked);
    for (const call of calls) expect((await as.bearer('Atlas Insight').send(call)).status).toBe(200);
  },
);
