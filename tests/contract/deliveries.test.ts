/**
 * How events are delivered, what happens to failed ones, and manual orders (specification 6; choices: delivery,
 * activity-held).
 */
import { describe, expect, test } from 'vitest';
import { createPlatform } from '../../engine/index.ts';
import type { SendResult } from '../../engine/index.ts';
import { people, startActive } from '../support/activity.ts';
import { proves } from '../support/clause.ts';
import { appNamed, must } from '../../testing/portal.ts';
import { answered, failure } from '../../testing/receivers.ts';
import { caller } from '../../testing/platform.ts';

const { mira } = people;
const hour = 3_600_000;
const day = 24 * hour;
type World = Awaited<ReturnType<typeof startActive>>;

/** Posts by the subscribed user, one event each. */
async function post({ as }: World, ...texts: readonly string[]): Promise<void> {
  for (const text of texts)
    if ((await as.user().post('/2/posts', { text })).status !== 201) throw new Error(text);
}

const textsOf = ({ inbox }: World) =>
  inbox.of<{ text: string }>('post_create_events').map(({ text }) => text);
const refused = () => answered({}, 503);
/** The states of the events, oldest first. */
const states = async ({ report }: World) => (await report()).events.map(({ state }) => state).reverse();
const first = async ({ report }: World) => (await report()).events.at(-1)!;

describe('a delivery', () => {
  test(proves('6-signature-header', 'carries the signature of its bytes, and of no others'), async () => {
    const world = await startActive();
    await post(world, 'Signed, with ø and 丹');
    await world.settle();
    expect(world.inbox.isSigned()).toBe(true);
    expect(world.inbox.isSigned('another secret')).toBe(false);
    const [event] = world.inbox.got;
    event!.request.body![20]! ^= 1;
    expect(world.inbox.isSigned()).toBe(false);
  });

  test('is acknowledged by a 200, and says so in its exchange and in the list', async () => {
    const world = await startActive();
    await post(world, 'One');
    await world.settle();
    const { events, counts, next } = await world.report();
    expect([counts, next]).toEqual([{ waiting: 0, acknowledged: 1, set_aside: 0 }, null]);
    const { id } = events[0]!;
    const exchange = world.platform.exchanges.list().findLast(({ direction }) => direction === 'out')!;
    expect(events[0]).toMatchObject({
      id,
      kind: 'post_create_events',
      forUserId: mira,
      state: 'acknowledged',
      gist: { did: 'post', by: 'mira_holm', to: null, text: 'One' },
      tries: [{ cause: 'event', outcome: 200, exchange: String(exchange.sequence) }],
      nextTry: null,
    });
    expect(exchange.request.headers).toContainEqual(['svc-webhooks-signature', events[0]!.signature]);
    expect(exchange.appId).toBe(appNamed(world.platform, 'Northwind Courier').id);
    expect(exchange.trace).toContainEqual(
      expect.objectContaining({ verb: 'Acknowledged', text: `event ${id}`, sections: ['6'] }),
    );
  });

  test(
    proves(
      ['6-duplicates-possible', '6-event-id-for-deduplication'],
      'is tried again after 1, 5 and 30 seconds and 5 minutes with the same event_id; then the event is set aside and the next one goes on',
    ),
    async () => {
      const world = await startActive();
      const started = world.platform.clock.now();
      const at: number[] = [];
      world.inbox.answer = ({ post_create_events }) => {
        at.push(world.platform.clock.now() - started);
        return JSON.stringify(post_create_events).includes('Never') ? refused() : answered({});
      };
      await post(world, 'Never', 'After it');
      await world.settle();
      expect((await first(world)).nextTry).toBe(started + 1000);
      await world.platform.clock.advance(hour);
      expect(at).toEqual([0, 1000, 6000, 36_000, 336_000, 336_000]);
      expect(textsOf(world)).toEqual([...Array.from({ length: 5 }, () => 'Never'), 'After it']);
      const ids = world.inbox.ids();
      expect([new Set(ids.slice(0, 5)).size, new Set(ids).size]).toEqual([1, 2]);
      expect(await states(world)).toEqual(['set_aside', 'acknowledged']);
      const { tries } = await first(world);
      expect(tries.map(({ cause, outcome }) => `${cause} ${outcome}`)).toEqual([
        'event 503',
        ...Array.from({ length: 4 }, () => 'retry 503'),
      ]);
    },
  );

  test.each<[string, () => SendResult]>([
    ['another success', () => answered({}, 204)],
    ['a redirect', () => answered({}, 302)],
    ['silence', () => failure('timeout')],
    ['no host', () => failure('dns')],
    ['more than 64 KB', () => answered('x'.repeat(65_537))],
  ])('is not acknowledged by %s', async (_, answer) => {
    const world = await startActive();
    world.inbox.answer = (_event, tries) => (tries === 1 ? answer() : answered('x'.repeat(65_536)));
    await post(world, 'Twice');
    await world.platform.clock.advance(2000);
    expect(textsOf(world)).toEqual(['Twice', 'Twice']);
    expect(await states(world)).toEqual(['acknowledged']);
  });

  test('keeps what the receiver’s program threw, if the host knows it, up to 200 characters (Q25)', async () => {
    const world = await startActive();
    const text = `ReferenceError: cache is not defined ${'x'.repeat(300)}`;
    world.inbox.answer = () => ({ ...refused(), thrown: { text, line: 15 } });
    await post(world, 'One');
    await world.settle();
    const thrown = { text: text.slice(0, 200), line: 15 };
    const { tries } = await first(world);
    expect(tries[0]).toMatchObject({ outcome: 503, thrown });
    const exchange = world.platform.exchanges.list().findLast(({ direction }) => direction === 'out');
    expect(exchange).toMatchObject({ thrown });
    // Another platform continues with it.
    const moved = createPlatform({ snapshot: world.platform.snapshot() });
    expect(moved.snapshot().tables['activity_events']).toMatchObject([{ tries: [{ thrown }] }]);
  });

  test('has 10 seconds and room for 64 KB, and one is under way at a time', async () => {
    const limits: object[] = [];
    let under = 0;
    const world = await startActive();
    const { platform, inbox } = world;
    const next = createPlatform({
      snapshot: platform.snapshot(),
      send: async (request, given) => {
        limits.push(given);
        expect(++under).toBe(1);
        await new Promise((resolve) => setTimeout(resolve, 1));
        under--;
        return inbox.take(request);
      },
    });
    const as = caller(next, platform.initialCredentials);
    for (const text of ['a', 'b', 'c']) await as.user().post('/2/posts', { text });
    await next.clock.advance(1);
    expect(textsOf(world)).toEqual(['a', 'b', 'c']);
    expect(limits).toEqual(Array.from({ length: 3 }, () => ({ timeoutMs: 10_000, maxBytes: 65_536 })));
  });

  test('continues after a restart, which loads the event code before anything is changed', async () => {
    const world = await startActive();
    world.inbox.answer = refused;
    await post(world, 'Before');
    await world.settle();
    world.inbox.answer = () => answered({});
    const next = createPlatform({
      snapshot: world.platform.snapshot(),
      send: (request) => Promise.resolve(world.inbox.take(request)),
    });
    const as = caller(next, world.platform.initialCredentials);
    expect((await as.user().post('/2/posts', { text: 'After' })).status).toBe(201);
    await next.do('users.setBlocked', mira, people.sam, true);
    await next.clock.advance(2000);
    expect(textsOf(world)).toEqual(['Before', 'Before', 'After']);
    expect(world.inbox.of('block_events')).toHaveLength(1);
  });
});

describe('what cannot be delivered is set aside at once, with the reason', () => {
  const held = async (world: World) =>
    (await world.report()).events.map(({ tries }) => tries.at(-1)!.outcome);

  test('while the webhook is not valid, waiting events too', async () => {
    const world = await startActive();
    world.inbox.answer = refused;
    await post(world, 'Waits', 'Waits behind it');
    await world.settle();
    expect(await states(world)).toEqual(['waiting', 'waiting']);
    world.receivers.at('hooks.courier.example', () => answered({ response_token: 'sha256=wrong' }));
    await world.webhook.bearer.send({ method: 'PUT', path: `/2/webhooks/${world.webhook.id}` });
    await post(world, 'Caused meanwhile');
    await world.platform.clock.advance(600_000);
    expect(await states(world)).toEqual(['set_aside', 'set_aside', 'set_aside']);
    expect(await held(world)).toEqual(['not_valid', 'not_valid', 'not_valid']);
    expect(textsOf(world)).toEqual(['Waits']);
    const { id } = await first(world);
    expect(await world.platform.do('deliveries.redeliver', id)).toEqual({
      ok: false,
      reason: 'The webhook is not valid: nothing is delivered to it.',
    });
    world.receivers.at('hooks.courier.example', world.inbox.take);
    world.inbox.answer = () => answered({});
    await world.webhook.bearer.send({ method: 'PUT', path: `/2/webhooks/${world.webhook.id}` });
    must(
      await world.platform.do(
        'deliveries.replay',
        world.webhook.id,
        world.platform.clock.now() - day,
        world.platform.clock.now(),
      ),
    );
    await world.settle();
    expect(textsOf(world)).toEqual(['Waits', 'Waits', 'Waits behind it', 'Caused meanwhile']);
    expect(await states(world)).toEqual(['acknowledged', 'acknowledged', 'acknowledged']);
  });

  test('while the App is suspended, or lacks a secret to sign with', async () => {
    const world = await startActive();
    const courier = appNamed(world.platform, 'Northwind Courier').id;
    must(await world.platform.do('portal.setSuspended', courier, true));
    await post(world, 'Suspended');
    must(await world.platform.do('portal.setSuspended', courier, false));
    must(await world.platform.do('portal.revoke', courier, 'basic'));
    await world.settle();
    expect(await held(world)).toEqual(['no_secret', 'suspended']);
    expect(world.inbox.got).toEqual([]);
  });

  test('when the outbox is full', async () => {
    const world = await startActive();
    const snapshot = world.platform.snapshot();
    const outbox = Array.from({ length: 20_000 }, (_, at) => ({
      ...{ id: String(1_000_000_000_000_000_000n + BigInt(at)), effect: 'activityDelivery' },
      key: world.webhook.id,
      ...{ due: at === 0 ? Date.UTC(2079, 0) : null, attempts: 0, data: { event: '1', cause: 'event' } },
    }));
    const next = createPlatform({ snapshot: { ...snapshot, tables: { ...snapshot.tables, outbox } } });
    await caller(next, world.platform.initialCredentials).user().post('/2/posts', { text: 'No room' });
    const { events } = (await next.ask('activity.report', world.webhook.id, {}))!;
    expect(events).toMatchObject([{ state: 'set_aside', tries: [{ outcome: 'outbox_full' }] }]);
  });
});

describe('by hand', () => {
  test('events that were set aside are delivered again, or dropped', async () => {
    const world = await startActive();
    world.inbox.answer = refused;
    await post(world, 'One', 'Two');
    await world.platform.clock.advance(hour);
    expect(await states(world)).toEqual(['set_aside', 'set_aside']);
    world.inbox.answer = () => answered({});
    const [two, one] = (await world.report()).events;
    const { platform } = world;
    expect(await platform.doOnce('once', 'deliveries.redeliver', one!.id)).toEqual({ ok: true, made: 1 });
    expect(await platform.doOnce('once', 'deliveries.redeliver', one!.id)).toEqual({ ok: true, made: 1 });
    await world.settle();
    expect(world.inbox.ids().filter((id) => id === one!.id)).toHaveLength(6);
    expect((await first(world)).tries.at(-1)).toMatchObject({ cause: 'redelivery', outcome: 200 });
    expect(await platform.do('deliveries.redeliver', one!.id)).toMatchObject({ ok: false });
    expect(await platform.do('deliveries.drop', one!.id)).toMatchObject({ ok: false });
    must(await platform.do('deliveries.drop', two!.id));
    expect(await states(world)).toEqual(['acknowledged']);
    for (const answer of [
      platform.do('deliveries.drop', two!.id),
      platform.do('deliveries.redeliver', '1'),
      platform.do('deliveries.duplicate', '1'),
    ])
      expect(await answer).toEqual({ ok: false, reason: 'There is no such event.' });
  });

  test('an acknowledged event is sent again with the same bytes, and stays acknowledged whatever happens', async () => {
    const world = await startActive();
    await post(world, 'One');
    await world.settle();
    const { id } = await first(world);
    must(await world.platform.do('deliveries.duplicate', id));
    await world.settle();
    expect(world.inbox.ids()).toEqual([id, id]);
    const [one, other] = world.inbox.got.map(({ request }) => request);
    expect(one).toEqual(other);
    world.inbox.answer = refused;
    must(await world.platform.do('deliveries.duplicate', id));
    await world.platform.clock.advance(hour);
    expect(world.inbox.got).toHaveLength(7);
    const { state, tries } = await first(world);
    expect([state, tries.map(({ cause }) => cause)]).toEqual([
      'acknowledged',
      ['event', 'duplicate', 'duplicate', 'retry', 'retry', 'retry', 'retry'],
    ]);
  });

  test('the events of a period of at most a day are replayed in their order', async () => {
    const world = await startActive();
    const { platform, webhook } = world;
    const from = platform.clock.now();
    await post(world, 'Too early');
    await platform.clock.advance(hour);
    await post(world, 'One');
    await platform.clock.advance(hour);
    await post(world, 'Two');
    await platform.clock.advance(hour);
    await post(world, 'Too late');
    await world.settle();
    world.inbox.got.length = 0;
    expect(await platform.do('deliveries.replay', webhook.id, from + hour, from + 3 * hour)).toEqual({
      ok: true,
      made: 2,
    });
    await world.settle();
    expect(textsOf(world)).toEqual(['One', 'Two']);
    for (const [start, end] of [
      [from, from + day + 1],
      [from, from],
      [from + 1, from],
    ] as const)
      expect(await platform.do('deliveries.replay', webhook.id, start, end)).toMatchObject({ ok: false });
    expect(await platform.do('deliveries.replay', '1', from, from + day)).toMatchObject({ ok: false });
  });
});

describe('the list', () => {
  test('is paged, newest first, for one state or for all', async () => {
    const world = await startActive();
    const { as, platform, webhook } = world;
    await platform.do('portal.setPlan', appNamed(platform, 'Northwind Courier').projectId!, 'enterprise');
    for (let at = 0; at < 125; at++) {
      await as.user().post('/2/posts', { text: `Post ${at}` });
      if (at % 50 === 49) await platform.clock.advance(900_000);
    }
    await world.settle();
    const one = (await platform.ask('activity.report', webhook.id, {}))!;
    expect([one.events.length, one.events[0]!.gist.text, one.counts.acknowledged]).toEqual([
      100,
      'Post 124',
      125,
    ]);
    const two = (await platform.ask('activity.report', webhook.id, { after: one.next! }))!;
    expect([two.events.length, two.events[0]!.gist.text, two.next]).toEqual([25, 'Post 24', null]);
    expect((await platform.ask('activity.report', webhook.id, { state: 'set_aside' }))!.events).toEqual([]);
    expect(
      (await platform.ask('activity.report', webhook.id, { state: 'acknowledged', after: one.next! }))!
        .events,
    ).toEqual(two.events);
    expect(one.subscriptions).toMatchObject([{ userId: mira, username: 'mira_holm' }]);
  });

  test('keeps the latest 1,000 that were acknowledged', async () => {
    const world = await startActive();
    await post(world, 'Real');
    await world.settle();
    const snapshot = world.platform.snapshot();
    const [row] = snapshot.tables['activity_events']!;
    const old = Array.from({ length: 999 }, (_, at) => {
      const id = String(at + 1);
      return { ...row!, id, body: String(row!['body']).replace(String(row!['id']), id) };
    });
    const next = createPlatform({
      snapshot: { ...snapshot, tables: { ...snapshot.tables, activity_events: [...old, row!] } },
      send: (request) => Promise.resolve(world.inbox.take(request)),
    });
    await caller(next, world.platform.initialCredentials).user().post('/2/posts', { text: 'One more' });
    await next.clock.advance(1);
    const kept = next.snapshot().tables['activity_events']!.map(({ id }) => id);
    expect([kept.length, kept.includes('1'), kept.includes('2')]).toEqual([1000, false, true]);
  });
});
