/** Subscriptions, and which changes are events for whom (specification 4.3, 6; choices: subscriptions, activity-told). */
import { describe, expect, test } from 'vitest';
import { hook, authorizeUser, people, startActive } from '../support/activity.ts';
import { proves } from '../support/clause.ts';
import { caller, start } from '../../testing/platform.ts';
import { appNamed, must } from '../../testing/portal.ts';
import { Receivers } from '../../testing/receivers.ts';
import { createPlatform } from '../../engine/index.ts';
import type { ChangeSet } from '../../engine/inside.ts';

const { mira, jonas, aiko, sam } = people;
type World = Awaited<ReturnType<typeof startActive>>;

const errorOf = (answer: { json: { errors: readonly unknown[] } }) => answer.json.errors[0];

describe('a subscription', () => {
  test('is made once, by the user it is about, and is seen by the user and the App', async () => {
    const { webhook, as, platform } = await startActive();
    const user = webhook.clients.get(mira)!;
    const again = await user.post(`${webhook.path}/all`);
    expect(again.status).toBe(400);
    expect(errorOf(again)).toMatchObject({
      code: 214,
      reason: 'DuplicateSubscriptionFailed',
      message: `DuplicateSubscriptionFailed: webhook ${webhook.id} is subscribed to user ${mira} already`,
    });
    expect((await user.get(`${webhook.path}/all`)).json.data).toEqual({ subscribed: true });
    const other = await authorizeUser(platform, as, jonas);
    expect((await other.get(`${webhook.path}/all`)).json.data).toEqual({ subscribed: false });
    expect((await webhook.bearer.get(`${webhook.path}/all/list`)).json.data).toEqual({
      application_id: appNamed(platform, 'Northwind Courier').id,
      webhook_id: webhook.id,
      webhook_url: 'https://hooks.courier.example/events',
      subscriptions: [{ user_id: mira }],
    });
    expect((await webhook.bearer.get('/2/account_activity/subscriptions/count')).json.data).toEqual({
      subscriptions_count_all: 1,
      subscriptions_count_direct_messages: 1,
    });
  });

  test('is ended by the App: later events are not delivered, and no event says so', async () => {
    const { webhook, inbox, as, settle } = await startActive();
    const answer = await webhook.bearer.delete(`${webhook.path}/${mira}/all`);
    expect([answer.status, answer.json.data]).toEqual([200, { subscribed: false }]);
    const again = await webhook.bearer.delete(`${webhook.path}/${mira}/all`);
    expect([again.status, errorOf(again)]).toMatchObject([400, { reason: 'SubscriptionNotFound' }]);
    await as.user().post('/2/posts', { text: 'Untold' });
    await settle();
    expect(inbox.got).toEqual([]);
  });

  test('belongs to the App that owns the webhook; another App’s webhook is not revealed', async () => {
    const { webhook, as } = await startActive();
    const foreign = webhook.path.replace(webhook.id, '1');
    const calls = [
      webhook.clients.get(mira)!.post(`${foreign}/all`),
      webhook.clients.get(mira)!.get(`${foreign}/all`),
      as.bearer('Atlas Insight').get(`${webhook.path}/all/list`),
      as.bearer('Atlas Insight').delete(`${webhook.path}/${mira}/all`),
      as.user('mira_holm', 'Northwind Reader').get(`${webhook.path}/all`),
    ];
    for (const answer of await Promise.all(calls))
      expect([answer.status, errorOf(answer)]).toMatchObject([400, { reason: 'WebhookIdInvalid' }]);
    const count = await as.bearer('Atlas Insight').get('/2/account_activity/subscriptions/count');
    expect(count.json.data).toMatchObject({ subscriptions_count_all: 0 });
  });

  test('requires a token that may see Direct Messages', async () => {
    const { webhook, as, platform } = await startActive({}, []);
    const courier = appNamed(platform, 'Northwind Courier').id;
    must(await platform.do('portal.updateApp', courier, { permission: 'read-write' }));
    const { made } = must(await platform.do('portal.allow', courier, jonas));
    if (made.kind !== 'oauth1') throw new Error(made.kind);
    const { consumer_key, consumer_secret } = as.credential('basic', 'Northwind Courier');
    const reader = as.signing({ ...made, consumer_key, consumer_secret });
    const answer = await reader.post(`${webhook.path}/all`);
    expect([answer.status, answer.code]).toEqual([403, 93]);
    expect((await reader.get(`${webhook.path}/all`)).status).toBe(200);
  });

  test('has 500 calls in 15 minutes, a user’s or an App’s, on every plan', async () => {
    const { webhook } = await startActive();
    const byUser = await webhook.clients.get(mira)!.get(`${webhook.path}/all`);
    const byApp = await webhook.bearer.get(`${webhook.path}/all/list`);
    for (const answer of [byUser, byApp]) expect(answer.number('svc-rate-limit-limit')).toBe(500);
  });
});

describe('an event', () => {
  test(
    proves(
      ['6-account-activity-delivery', '4.3-delivery-post-json', '1-events-json-over-https'],
      'of a subscribed account is posted as JSON over https to the webhook; of another account it is not',
    ),
    async () => {
      const { inbox, as, settle } = await startActive();
      await as.user('sam_ode').post('/2/posts', { text: 'To nobody' });
      const { id } = (await as.user().post('/2/posts', { text: 'To @aiko_tan, @sam_ode' })).json.data;
      await settle();
      expect(inbox.got).toHaveLength(1);
      const { request, ...event } = inbox.got[0]!;
      expect(request).toMatchObject({ method: 'POST', url: 'https://hooks.courier.example/events' });
      expect(request.headers).toContainEqual(['content-type', 'application/json']);
      expect(event).toEqual({
        event_id: expect.stringMatching(/^\d{19}$/) as string,
        for_user_id: mira,
        post_create_events: [
          {
            id,
            text: 'To @aiko_tan, @sam_ode',
            author_id: mira,
            conversation_id: id,
            created_at: '2026-03-02T09:41:12.000Z',
            edit_history_post_ids: [id],
            entities: {
              mentions: [
                { start: 3, end: 12, username: 'aiko_tan', id: aiko },
                { start: 14, end: 22, username: 'sam_ode', id: sam },
              ],
            },
            lang: 'en',
            possibly_sensitive: false,
            reply_settings: 'everyone',
            source: { name: 'Northwind Reader', url: 'https://northwind-reader.example' },
            user: {
              id: mira,
              name: 'Mira Holm',
              username: 'mira_holm',
              created_at: '2024-04-12T09:00:00.000Z',
              description: 'Builds Northwind Reader. Reads too much, posts too little.',
              location: 'Bergen',
              profile_image_url: 'https://api.svc.example/images/mira_holm.png',
              protected: false,
              url: 'https://mira-holm.example',
              verified: true,
            },
          },
        ],
      });
    },
  );

  test(proves('6-incoming-dm', 'is every message that comes in, no matter who sends it'), async () => {
    const { platform, as, inbox, settle } = await startActive();
    for (const [at, sender] of [jonas, aiko, sam].entries()) {
      const client = await authorizeUser(platform, as, sender);
      const path = `/2/dm_conversations/with/${mira}/messages`;
      expect((await client.post(path, { text: `Message ${at} #${at}x` })).status).toBe(201);
    }
    await settle();
    expect(inbox.of('direct_message_events')).toHaveLength(3);
    expect(inbox.got[1]).toMatchObject({
      for_user_id: mira,
      direct_message_events: [
        {
          type: 'message_create',
          id: expect.stringMatching(/^\d{19}$/) as string,
          created_timestamp: String(Date.UTC(2026, 2, 2, 9, 41, 12)),
          message_create: {
            target: { recipient_id: mira },
            sender_id: aiko,
            source_app_id: appNamed(platform, 'Northwind Courier').id,
            message_data: { text: 'Message 1 #1x', entities: { hashtags: [{ tag: '1x' }] } },
          },
        },
      ],
      users: { [mira]: { username: 'mira_holm' }, [aiko]: { username: 'aiko_tan' } },
      apps: { [appNamed(platform, 'Northwind Courier').id]: { name: 'Northwind Courier' } },
    });
  });

  test(proves('6-outgoing-dm', 'is every message that the user sends, by whichever client'), async () => {
    const { platform, as, inbox, settle } = await startActive();
    const other = await authorizeUser(platform, as, mira, 'Atlas Insight');
    await other.post(`/2/dm_conversations/with/${jonas}/messages`, { text: 'By another client' });
    await settle();
    expect(inbox.of('direct_message_events')).toMatchObject([
      {
        message_create: {
          target: { recipient_id: jonas },
          sender_id: mira,
          source_app_id: appNamed(platform, 'Atlas Insight').id,
          message_data: { text: 'By another client', entities: {} },
        },
      },
    ]);
  });

  test('is a message in a group, sent to each participant', async () => {
    const { platform, as, webhook, inbox, settle } = await startActive();
    await platform.do('users.setBlocked', jonas, sam, true);
    await webhook.subscribe(jonas);
    const client = await authorizeUser(platform, as, aiko);
    const message = { text: 'To you all' };
    const body = { conversation_type: 'Group', participant_ids: [mira, jonas, sam], message };
    const { dm_conversation_id } = (await client.post('/2/dm_conversations', body)).json.data;
    const byBlocked = await authorizeUser(platform, as, sam);
    const path = `/2/dm_conversations/${String(dm_conversation_id)}/messages`;
    expect((await byBlocked.post(path, { text: 'Not to Jonas' })).status).toBe(201);
    await settle();
    const told = inbox.got.map((event) => [
      event.for_user_id,
      (event['direct_message_events'] as [{ message_create: object }])[0].message_create,
    ]);
    const target = (recipient_id: string) => ({
      target: { recipient_id, conversation_id: dm_conversation_id },
    });
    expect(told).toMatchObject([
      [mira, target(mira)],
      [jonas, target(jonas)],
      [mira, { ...target(mira), sender_id: sam }],
    ]);
  });

  test('is each of the other user actions, sent to the users it concerns', async () => {
    const { as, webhook, inbox, settle, platform } = await startActive();
    await webhook.subscribe(jonas);
    const [byMira, byJonas] = [webhook.clients.get(mira)!, webhook.clients.get(jonas)!];
    const { id: post_id } = (await byMira.post('/2/posts', { text: 'Look' })).json.data;
    await byJonas.post(`/2/users/${jonas}/likes`, { post_id });
    await byJonas.post('/2/posts', { text: 'Seen', reply: { in_reply_to_post_id: post_id } });
    await as.user('sam_ode').post('/2/posts', { quote_post_id: post_id });
    await byJonas.post(`/2/users/${jonas}/reposts`, { post_id });
    await byJonas.delete(`/2/users/${jonas}/likes/${post_id}`);
    await byMira.delete(`/2/posts/${post_id}`);
    await byMira.post(`/2/users/${mira}/following`, { target_user_id: jonas });
    await byMira.delete(`/2/users/${mira}/following/${jonas}`);
    await byMira.post(`/2/users/${mira}/muting`, { target_user_id: jonas });
    await byMira.delete(`/2/users/${mira}/muting/${jonas}`);
    await platform.do('users.setBlocked', mira, jonas, true);
    await platform.do('users.setBlocked', mira, jonas, false);
    await settle();
    const name = (id: string) => (id === mira ? 'mira' : 'jonas');
    const types = inbox.got.map((event, at) => {
      const kind = inbox.kinds()[at]!;
      const [entry] = event[kind] as [{ type?: string }];
      return `${name(event.for_user_id)}: ${kind}${entry.type ? ` ${entry.type}` : ''}`;
    });
    expect(types).toEqual([
      'mira: post_create_events',
      'jonas: favorite_events',
      'mira: favorite_events',
      'jonas: post_create_events', // the answer
      'mira: post_create_events',
      'mira: post_create_events', // the quote
      'jonas: post_create_events', // the repost
      'mira: post_create_events',
      'mira: post_delete_events', // of the repost that goes with it nobody is told
      'mira: follow_events follow',
      'jonas: follow_events follow',
      'mira: follow_events unfollow',
      'mira: mute_events mute',
      'mira: mute_events unmute',
      // Jonas followed Mira: nobody is notified that the block ends it.
      'mira: block_events block',
      'mira: block_events unblock',
    ]);
    expect(inbox.of('favorite_events')[0]).toMatchObject({
      id: `${jonas}:${post_id}`,
      timestamp_ms: String(platform.clock.now() - 1),
      favorited_post: { id: post_id, user: { id: mira } },
      user: { id: jonas },
    });
    expect(inbox.of('post_delete_events')[0]).toEqual({
      post: { id: post_id, author_id: mira },
      timestamp_ms: String(platform.clock.now() - 1),
    });
    expect(inbox.of('block_events')[0]).toMatchObject({ source: { id: mira }, target: { id: jonas } });
  });

  test('is no deletion by somebody else: for a repost only its author gets one, with its own time', async () => {
    const { as, webhook, inbox, settle } = await startActive({}, [jonas]);
    const byJonas = webhook.clients.get(jonas)!;
    const { id: post_id } = (await as.user().post('/2/posts', { text: 'Reposted' })).json.data;
    await byJonas.post(`/2/users/${jonas}/reposts`, { post_id });
    await byJonas.delete(`/2/users/${jonas}/reposts/${post_id}`);
    await byJonas.post(`/2/users/${jonas}/reposts`, { post_id });
    await as.user().delete(`/2/posts/${post_id}`);
    await settle();
    expect(inbox.kinds()).toEqual(['post_create_events', 'post_delete_events', 'post_create_events']);
  });

  test('reveals nothing that the receiver may not see', async () => {
    const { as, webhook, inbox, settle, platform } = await startActive();
    await platform.do('users.setBlocked', sam, mira, true);
    await as.user('sam_ode').post('/2/posts', { text: '@mira_holm cannot read this' });
    await settle();
    expect(inbox.got).toEqual([]);
    // Aiko is protected, and Mira follows her; Jonas does not.
    const snapshot = platform.snapshot();
    const users = snapshot.tables['users']!.map((row) =>
      row['id'] === aiko ? { ...row, protected: true } : row,
    );
    const next = createPlatform({
      snapshot: { ...snapshot, tables: { ...snapshot.tables, users } },
      send: (request) => Promise.resolve(inbox.take(request)),
    });
    const again = caller(next, platform.initialCredentials);
    await again.user('aiko_tan').post('/2/posts', { text: '@mira_holm @jonas_berg for followers' });
    await next.clock.advance(1);
    expect(inbox.got.map(({ for_user_id }) => for_user_id)).toEqual([mira]);
    const jonasToo = await authorizeUser(next, again, jonas);
    await jonasToo.post(`${webhook.path}/all`);
    await again.user('aiko_tan').post('/2/posts', { text: '@mira_holm @jonas_berg once more' });
    const { id: post_id } = (await again.user('jonas_berg').post('/2/posts', { text: 'Like this' })).json
      .data;
    await again.user('aiko_tan').post(`/2/users/${aiko}/likes`, { post_id });
    await next.clock.advance(1);
    expect(inbox.got.map(({ for_user_id }) => for_user_id)).toEqual([mira, mira, jonas]);
    expect(inbox.kinds()[2]).toBe('post_create_events'); // his own; of the like he is not told
  });

  test(
    proves('6-shared-url-once-per-app', 'is sent once for each App where several share a URL and a user'),
    async () => {
      const receivers = new Receivers();
      const { platform, as } = await start({ send: receivers.send });
      const apps = ['Northwind Courier', 'Atlas Insight'];
      const hooks = [];
      for (const app of apps)
        hooks.push(
          await hook({ platform, as, receivers }, { app, host: 'hooks.shared.example', users: [mira] }),
        );
      const inbox = hooks[1]!.inbox;
      await as.user().post('/2/posts', { text: 'Once for each' });
      await platform.clock.advance(1);
      expect(inbox.got).toHaveLength(2);
      expect(new Set(inbox.ids()).size).toBe(2);
      const secrets = apps.map((app) => as.credential('basic', app).consumer_secret);
      for (const secret of secrets) {
        const own = inbox.got.filter((event) => {
          const one = Object.assign(Object.create(inbox) as typeof inbox, { got: [event] });
          return one.isSigned(secret);
        });
        expect(own).toHaveLength(1);
      }
    },
  );

  test('is stored together with its change, and with its place in the outbox', async () => {
    const kept: ChangeSet[] = [];
    const { as, settle } = await startActive({
      commit: (changes) => Promise.resolve(void kept.push(changes)),
    });
    const added = (table: string) => kept.map((changes) => changes[table]?.added.length ?? 0);
    kept.length = 0;
    await as.user().post('/2/posts', { text: 'Kept' });
    expect([added('posts')[0], added('activity_events')[0], added('outbox')[0]]).toEqual([1, 1, 1]);
    await as.user().post('/2/posts', { text: 'Kept' }); // refused: it repeats itself
    await settle();
    expect(added('activity_events').reduce((sum, each) => sum + each, 0)).toBe(1);
  });

  test('is never made for seeded users, or by an import', async () => {
    const { platform, inbox } = await startActive();
    const snapshot = platform.snapshot();
    const rows = snapshot.tables['platform']!.map((row) => ({ ...row, populations_due: ['starter'] }));
    const next = createPlatform({
      snapshot: { ...snapshot, tables: { ...snapshot.tables, platform: rows } },
      send: (request) => Promise.resolve(inbox.take(request)),
    });
    await next.seedPopulation();
    await next.clock.advance(1000);
    expect(next.snapshot().tables['users']!.length).toBeGreaterThan(30);
    expect(next.snapshot().tables['activity_events']).toEqual([]);
  });
});

describe('what ends', () => {
  const told = async (change: (world: World) => Promise<unknown>, users?: readonly string[]) => {
    const world = await startActive({}, users);
    await change(world);
    await world.as
      .user()
      .post('/2/posts', { text: 'Afterwards' })
      .catch(() => undefined);
    await world.settle();
    return { ...world, kinds: world.inbox.kinds() };
  };

  test('access that the user revokes: that is the App’s last event', async () => {
    const { kinds, inbox, report, platform } = await told(async ({ webhook }) => {
      await webhook.clients.get(mira)!.post('/2/posts', { text: 'Before' });
      await webhook.clients.get(mira)!.post('/1.1/oauth/invalidate_token');
    });
    expect(kinds).toEqual(['post_create_events', 'user_event']);
    expect(inbox.of('user_event')).toEqual([
      {
        revoke: {
          date_time: '2026-03-02T09:41:12.000Z',
          target: { app_id: appNamed(platform, 'Northwind Courier').id },
          source: { user_id: mira },
        },
      },
    ]);
    expect((await report()).subscriptions).toEqual([]);
  });

  test('one token of several: nothing', async () => {
    const { kinds } = await told(async ({ platform, as, webhook }) => {
      const courier = appNamed(platform, 'Northwind Courier').id;
      must(await platform.do('portal.updateApp', courier, { permission: 'read-write' }));
      must(await platform.do('portal.allow', courier, mira));
      await webhook.clients.get(mira)!.post('/1.1/oauth/invalidate_token');
      // The remaining tokens do not include Direct Messages, so these are not delivered.
      const sender = await authorizeUser(platform, as, jonas);
      await sender.post(`/2/dm_conversations/with/${mira}/messages`, { text: 'Private' });
    });
    expect(kinds).toEqual(['post_create_events']);
  });

  test('regenerated keys end every user’s access; the event is signed with the new secret', async () => {
    const { inbox, platform, webhook, settle } = await startActive({}, [mira, jonas]);
    const { made } = must(
      await platform.do('portal.regenerate', appNamed(platform, 'Northwind Courier').id, 'basic'),
    );
    await settle();
    expect(inbox.got.map(({ for_user_id }) => for_user_id).toSorted()).toEqual([mira, jonas].toSorted());
    expect(inbox.kinds()).toEqual(['user_event', 'user_event']);
    expect(inbox.isSigned(made.kind === 'basic' ? made.consumer_secret : '')).toBe(true);
    expect((await platform.ask('activity.report', webhook.id, {}))!.subscriptions).toEqual([]);
  });

  test('a webhook: its subscriptions and events are deleted, and nothing reaches its URL', async () => {
    const { kinds, platform } = await told(async ({ webhook, as, inbox }) => {
      inbox.answer = () => ({ status: 500, headers: [], body: new Uint8Array() });
      await as.user().post('/2/posts', { text: 'Waits' });
      await webhook.bearer.delete(`/2/webhooks/${webhook.id}`);
    });
    expect(kinds.length).toBeLessThanOrEqual(1);
    const { subscriptions, activity_events, outbox } = platform.snapshot().tables;
    expect([subscriptions, activity_events, outbox]).toEqual([[], [], []]);
    expect(await platform.ask('activity.report', '1', {})).toBeNull();
  });

  test('an App: with its webhooks, and no event is sent', async () => {
    const { kinds, platform } = await told(({ platform }) =>
      platform.do('portal.deleteApp', appNamed(platform, 'Northwind Courier').id),
    );
    expect(kinds).toEqual([]);
    const { webhooks, subscriptions, activity_events } = platform.snapshot().tables;
    expect([webhooks, subscriptions, activity_events]).toEqual([[], [], []]);
  });

  test('a plan: subscriptions stay; a webhook beyond the plan gets no deliveries', async () => {
    const { kinds, report } = await told(async ({ platform }) => {
      const { projectId } = appNamed(platform, 'Northwind Courier');
      must(await platform.do('portal.setPlan', projectId!, 'free'));
    });
    expect(kinds).toEqual([]);
    const { subscriptions, counts, events } = await report();
    expect([subscriptions.length, counts]).toEqual([1, { waiting: 0, acknowledged: 0, set_aside: 1 }]);
    expect(events[0]!.tries).toMatchObject([{ cause: 'event', outcome: 'not_valid', exchange: null }]);
  });
});
