import { describe, expect, test } from 'vitest';
import { createPlatform } from '../../engine/index.ts';
import { proves } from '../support/clause.ts';
import { crowd } from '../support/crowd.ts';
import { example } from '../../testing/examples.ts';
import { openLegs } from '../../testing/legs.ts';
import { idsOf, walk } from '../support/pages.ts';
import { caller, durable, start } from '../../testing/platform.ts';
import type { Answer, Client, Message } from '../../testing/platform.ts';
import { endpoints } from '../../testing/endpoints.ts';

const [mira, jonas, aiko, sam] = ['2244994945', '2244994946', '2244994947', '2244994948'] as const;
const stranger = '5000001';
const pair = `${mira}-${aiko}`;
const events = '/2/dm_events';
const conversation = (id: string) => `/2/dm_conversations/${id}`;
const withUser = (id: string) => `/2/dm_conversations/with/${id}`;

const of = (answer: Answer) => [answer.status, answer.code];

/** A platform where mira_holm, aiko_tan and crowd_1 have tokens of the third level. */
async function begin() {
  const { platform, as } = await start({ scenario: crowd(1, 'Northwind Courier') });
  const client = (username: string) => as.user(username, 'Northwind Courier');
  return {
    platform,
    as,
    mira: client('mira_holm'),
    aiko: client('aiko_tan'),
    stranger: client('crowd_1'),
  };
}

interface Sent {
  readonly dm_conversation_id: string;
  readonly dm_event_id: string;
}

/** Sends and returns the two ids; throws if it is refused. */
async function send(client: Client, path: string, text: string): Promise<Sent> {
  const answer = await client.post(`${path}/messages`, { text });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json.data as unknown as Sent;
}

const open = (client: Client, participant_ids: unknown, text = 'Hello') =>
  client.post('/2/dm_conversations', { conversation_type: 'Group', participant_ids, message: { text } });

/** The texts of a list, newest first. */
const textsOf = (answer: Answer) =>
  ((answer.json as Partial<Answer['json']>).data ?? []).map(({ text }) => text);

/** The six endpoints that rule 3 names, as it writes them. */
const named: readonly Message[] = [
  { method: 'POST', path: `${conversation(pair)}/messages`, json: { text: 'Hello' } },
  {
    method: 'POST',
    path: '/2/dm_conversations/',
    json: { conversation_type: 'Group', participant_ids: [jonas, aiko], message: { text: 'Hello' } },
  },
  { method: 'POST', path: `${withUser(aiko)}/messages`, json: { text: 'Hello' } },
  { path: `${withUser(aiko)}/dm_events` },
  { path: `${conversation(pair)}/dm_events` },
  { path: events },
];

describe('permission levels and Direct Messages (5, rule 3)', () => {
  /** Calls every endpoint of the family with a token of an App, and checks that each is refused. */
  async function expectNone(appName: string, level: string): Promise<void> {
    const { platform, as } = await start();
    const { permission } = as.credential('oauth1', appName, 'mira_holm');
    expect(permission).toBe(level);
    const before = durable(platform);
    const all = endpoints.filter(({ path }) => path.startsWith('/2/dm_'));
    expect(all).toHaveLength(8);
    for (const endpoint of all) {
      const answer = await as.user('mira_holm', appName).send(example(endpoint, as));
      expect(of(answer), endpoint.id).toEqual([403, 93]);
      expect(answer.json.errors[0]!.message).toBe(
        'This application is not allowed to access or delete your direct messages',
      );
      expect(answer.json.type).toBe('https://api.svc.example/2/problems/oauth1-permissions');
      expect(answer.because).toContain('needs read-write-directmessages');
    }
    expect(durable(platform)).toBe(before);
  }

  test(proves('5-r3-read-only-no-dm', 'a read-only token may call no Direct Message endpoint'), () =>
    expectNone('Northwind Viewer', 'read'),
  );

  test(proves('5-r3-read-write-no-dm', 'a read-write token may call no Direct Message endpoint'), () =>
    expectNone('Northwind Reader', 'read-write'),
  );

  test(
    proves('5-r3-dm-read-write-delete', 'a token of the third level sends, reads and deletes a message'),
    async () => {
      const { as } = await start();
      const courier = as.user('mira_holm', 'Northwind Courier');
      const { dm_event_id } = await send(courier, withUser(sam), 'Once');
      const read = await courier.get(`${events}/${dm_event_id}`);
      expect([read.status, read.json]).toEqual([
        200,
        { data: { event_type: 'MessageCreate', id: dm_event_id, text: 'Once' } },
      ]);
      const deleted = await courier.delete(`${events}/${dm_event_id}`);
      expect([deleted.status, deleted.json]).toEqual([200, { data: { deleted: true } }]);
      expect(of(await courier.get(`${events}/${dm_event_id}`))).toEqual([404, 144]);
    },
  );

  test(
    proves('5-r3-dm-endpoints', 'each of the six is served on the third level and refused on the two below'),
    async () => {
      const { as } = await start();
      for (const message of named) {
        const ask = (app: string) => as.user('mira_holm', app).send(message);
        expect(of(await ask('Northwind Viewer')), message.path).toEqual([403, 93]);
        expect(of(await ask('Northwind Reader')), message.path).toEqual([403, 93]);
        const served = await ask('Northwind Courier');
        expect(served.status, served.text).toBe(message.method === 'POST' ? 201 : 200);
        expect(served.header('svc-access-level')).toBe('read-write-directmessages');
      }
    },
  );

  test('an OAuth 2.0 token needs the scopes, regardless of its other rights; a bearer token is refused', async () => {
    const { as, pkce } = await openLegs('Northwind Courier');
    const all = endpoints.filter(({ path }) => path.startsWith('/2/dm_'));
    const scopes = 'users.read post.read';
    const reads = as.withBearer((await pkce(`${scopes} post.write dm.read`, 'mira_holm')).access_token);
    const writes = as.withBearer((await pkce(`${scopes} dm.write`, 'mira_holm')).access_token);
    const both = as.withBearer((await pkce(`${scopes} dm.read dm.write`, 'mira_holm')).access_token);
    for (const endpoint of all) {
      const message = example(endpoint, as);
      const served = async (client: Client) => (await client.send(message)).status < 300;
      expect(of(await as.bearer('Northwind Courier').send(message)), endpoint.id).toEqual([403, 220]);
      expect(await served(reads), endpoint.id).toBe(endpoint.method === 'GET');
      expect(await served(writes), endpoint.id).toBe(endpoint.method === 'POST');
      expect(await served(both), endpoint.id).toBe(true);
    }
    expect((await both.get(events)).header('svc-access-level')).toBe('read-write-directmessages');
  });

  test('a plan without a cell does not have them (choice: cells)', async () => {
    const { platform, mira: client } = await begin();
    await platform.do('portal.setPlan', '1700', 'free');
    for (const message of named) expect(of(await client.send(message)), message.path).toEqual([403, 453]);
  });
});

describe('conversations (choice: dm-conversations)', () => {
  test('the starter has some, and each side sees the same', async () => {
    const { mira: one, aiko: other } = await begin();
    const said = ['Every one of them.', 'If it says the cranes by name.'];
    for (const [client, id] of [
      [one, aiko],
      [other, mira],
    ] as const)
      expect(textsOf(await client.get(`${withUser(id)}/dm_events`)).slice(0, 2)).toEqual(said);
    expect(textsOf(await one.get(`${conversation(pair)}/dm_events?max_results=2`))).toEqual(said);
    expect((await one.get(events)).json.meta.result_count).toBe(8);
    expect((await other.get(events)).json.meta.result_count).toBe(6);
  });

  test('two users have one, no matter who begins; fields and expansions add details', async () => {
    const { platform, mira: one, stranger: other } = await begin();
    const first = await send(one, withUser(stranger), 'Grüße 🤝');
    expect(first.dm_conversation_id).toBe(`${stranger}-${mira}`);
    const second = await send(other, withUser(mira), 'Thanks');
    expect(second.dm_conversation_id).toBe(first.dm_conversation_id);
    const third = await send(one, conversation(first.dm_conversation_id), 'lone \ud800');
    const list = await other.get(
      `${withUser(mira)}/dm_events?dm_event.fields=created_at,dm_conversation_id,sender_id,participant_ids&expansions=sender_id&user.fields=verified`,
    );
    const common = {
      created_at: new Date(platform.clock.now()).toISOString(),
      dm_conversation_id: first.dm_conversation_id,
      event_type: 'MessageCreate',
    };
    expect(list.json.data).toEqual([
      { ...common, id: third.dm_event_id, sender_id: mira, text: 'lone \ufffd' },
      { ...common, id: second.dm_event_id, sender_id: stranger, text: 'Thanks' },
      { ...common, id: first.dm_event_id, sender_id: mira, text: 'Grüße 🤝' },
    ]);
    expect(list.json.includes['users']).toMatchObject([{ id: mira, verified: true }, { id: stranger }]);
    expect(list.json.meta).toEqual({ result_count: 3 });
    const plain = (await other.get(`${events}/${first.dm_event_id}`)).json;
    expect(plain).toEqual({ data: { id: first.dm_event_id, event_type: 'MessageCreate', text: 'Grüße 🤝' } });
  });

  test('before the first message a conversation of two is empty and has no id', async () => {
    const { mira: client } = await begin();
    expect((await client.get(`${withUser(jonas)}/dm_events`)).json).toEqual({ meta: { result_count: 0 } });
    const said = await client.post(`${conversation(`${mira}-${jonas}`)}/messages`, { text: 'x' });
    expect(of(said)).toEqual([404, 144]);
  });

  test('a group begins with its joins and the first message; every participant may continue', async () => {
    const { platform, mira: one, aiko: other, stranger: third } = await begin();
    const opened = await open(one, [aiko, stranger], 'All together');
    expect(opened.status).toBe(201);
    const { dm_conversation_id: id, dm_event_id } = opened.json.data as unknown as Sent;
    expect(id).toMatch(/^\d{19}$/);
    await send(other, conversation(id), 'Here');
    await send(third, conversation(id), 'Here too');
    const path = `${conversation(id)}/dm_events`;
    for (const client of [one, other, third])
      expect(textsOf(await client.get(path))).toEqual(['Here too', 'Here', 'All together', undefined]);
    const joined = await one.get(`${path}?event_types=ParticipantsJoin&expansions=participant_ids`);
    const users = [mira, aiko, stranger];
    expect(joined.json.data).toMatchObject([{ event_type: 'ParticipantsJoin', participant_ids: users }]);
    expect(joined.json.includes['users']!.map((user) => user.id)).toEqual(users);
    const messages = await one.get(`${path}?event_types=MessageCreate,ParticipantsLeave`);
    expect(messages.json.data.map(({ id: each }) => each)).toContain(dm_event_id);
    expect(messages.json.meta.result_count).toBe(3);
    expect((await one.get(`${path}?event_types=ParticipantsLeave`)).json).toEqual({
      meta: { result_count: 0 },
    });
    const again = (await open(one, [aiko, stranger])).json.data as unknown as Sent;
    expect(again.dm_conversation_id, 'the same people in another group').not.toBe(id);
    expect(platform.snapshot().tables['dm_conversations']).toHaveLength(5);
  });

  test('a group has 50 participants at most, a text 10,000 characters', async () => {
    const { as, platform } = await start({ scenario: crowd(50, 'Northwind Courier') });
    const client = as.user('mira_holm', 'Northwind Courier');
    const people = Array.from({ length: 50 }, (_, each) => String(5_000_001 + each));
    const before = durable(platform);
    expect(of(await open(client, people))).toEqual([400, 214]);
    const long = { text: '𝕏'.repeat(10_001) };
    expect(of(await client.post(`${withUser(aiko)}/messages`, long))).toEqual([400, 214]);
    expect(durable(platform)).toBe(before);
    const group = (await open(client, people.slice(1))).json.data as unknown as Sent;
    const last = as.user('crowd_50', 'Northwind Courier');
    expect(textsOf(await last.get(`${conversation(group.dm_conversation_id)}/dm_events`))).toContain('Hello');
    const { dm_event_id } = await send(client, withUser(aiko), '𝕏'.repeat(10_000));
    expect((await client.get(`${events}/${dm_event_id}`)).json.data.text).toBe('𝕏'.repeat(10_000));
  });
});

test('useless calls are refused and change nothing', async () => {
  const { platform, mira: me } = await begin();
  const before = durable(platform);
  const say = (path: string, json: unknown) => me.post(`${path}/messages`, json);
  const group = (json: object) =>
    me.post('/2/dm_conversations', {
      ...{ conversation_type: 'Group', participant_ids: [jonas, aiko], message: { text: 'x' } },
      ...json,
    });
  const calls: readonly (readonly [string, () => Promise<Answer>, number, number])[] = [
    ['no such user', () => say(withUser('1'), { text: 'x' }), 404, 144],
    ['oneself', () => say(withUser(mira), { text: 'x' }), 400, 214],
    ['no id', () => say(withUser('aiko_tan'), { text: 'x' }), 400, 214],
    ['no such conversation', () => say(conversation('1'), { text: 'x' }), 404, 144],
    ['no id of a conversation', () => say(conversation('1-2-3'), { text: 'x' }), 400, 214],
    ['empty text', () => say(withUser(aiko), { text: '' }), 400, 214],
    ['no text', () => say(withUser(aiko), {}), 400, 214],
    ['null', () => say(conversation(pair), { text: null }), 400, 214],
    ['unknown field', () => say(conversation(pair), { text: 'x', to: aiko }), 400, 214],
    ['a medium', () => say(withUser(aiko), { attachments: [{ media_id: '1' }] }), 400, 214],
    ['a medium too', () => say(withUser(aiko), { text: 'x', attachments: [{ media_id: '1' }] }), 400, 214],
    ['no medium', () => say(withUser(aiko), { attachments: [] }), 400, 214],
    ['another type', () => group({ conversation_type: 'OneToOne' }), 400, 214],
    ['a group of two', () => group({ participant_ids: [aiko] }), 400, 214],
    ['oneself in it', () => group({ participant_ids: [aiko, mira] }), 400, 214],
    ['somebody twice', () => group({ participant_ids: [aiko, jonas, aiko] }), 400, 214],
    ['nobody in it', () => group({ participant_ids: [aiko, '1'] }), 400, 214],
    ['an empty message', () => group({ message: { text: '' } }), 400, 214],
    ['no message', () => group({ message: undefined }), 400, 214],
    ['a medium in it', () => group({ message: { attachments: [{ media_id: '1' }] } }), 400, 214],
    ['events with nobody', () => me.get(`${withUser('1')}/dm_events`), 404, 144],
    ['events with oneself', () => me.get(`${withUser(mira)}/dm_events`), 400, 214],
    ['events of nothing', () => me.get(`${conversation('1')}/dm_events`), 404, 144],
    ['no such event', () => me.get(`${events}/1`), 404, 144],
    ['delete nothing', () => me.delete(`${events}/1`), 404, 144],
    ['another kind', () => me.get(`${events}?event_types=Typing`), 400, 214],
    ['too large a page', () => me.get(`${events}?max_results=101`), 400, 214],
    ['too small a page', () => me.get(`${events}?max_results=0`), 400, 214],
  ];
  for (const [name, call, status, code] of calls) expect(of(await call()), name).toEqual([status, code]);
  expect(durable(platform)).toBe(before);
  expect((await say(withUser(aiko), { attachments: [{ media_id: '1' }] })).json.errors[0]).toMatchObject({
    message: 'The `attachments.0.media_id` body field value [1] names a medium that does not exist',
  });
});

test('other users’ conversations are answered as if they did not exist (choice: dm-privacy)', async () => {
  const { platform, mira: one, stranger: other } = await begin();
  const event = (await one.get(`${conversation(pair)}/dm_events`)).json.data[0]!.id;
  const group = (await open(one, [aiko, jonas])).json.data as unknown as Sent;
  const before = durable(platform);
  /** The same refusal for another user's id and for a nonexistent one. */
  const expectAlike = async (ask: (id: string) => Promise<Answer>, foreign: string, nobodys: string) => {
    const refused = await ask(foreign);
    expect(of(refused)).toEqual([404, 144]);
    expect(refused.text).toBe((await ask(nobodys)).text.replaceAll(nobodys, foreign));
  };
  for (const id of [pair, group.dm_conversation_id]) {
    await expectAlike((each) => other.get(`${conversation(each)}/dm_events`), id, '777-888');
    await expectAlike((each) => other.post(`${conversation(each)}/messages`, { text: 'x' }), id, '777-888');
  }
  await expectAlike((each) => other.get(`${events}/${each}`), event, '777888');
  await expectAlike((each) => other.delete(`${events}/${each}`), event, '777888');
  expect((await other.get(events)).json).toEqual({ meta: { result_count: 0 } });
  expect(durable(platform)).toBe(before);
});

describe('deleting (choice: dm-delete)', () => {
  test('removes an event from the user’s own view, sent or received; the others keep it', async () => {
    const { platform, mira: one, aiko: other } = await begin();
    const sent = await send(one, withUser(aiko), 'From mira');
    const received = await send(other, withUser(mira), 'From aiko');
    for (const { dm_event_id } of [sent, received])
      expect((await one.delete(`${events}/${dm_event_id}`)).json).toEqual({ data: { deleted: true } });
    const lists = [events, `${withUser(aiko)}/dm_events`, `${conversation(pair)}/dm_events`];
    for (const path of lists) {
      const texts = textsOf(await one.get(path));
      expect(texts, path).not.toContain('From mira');
      expect(texts, path).not.toContain('From aiko');
    }
    expect(of(await one.get(`${events}/${sent.dm_event_id}`))).toEqual([404, 144]);
    expect(of(await one.delete(`${events}/${sent.dm_event_id}`))).toEqual([404, 144]);
    const kept = await other.get(`${withUser(mira)}/dm_events?max_results=2`);
    expect(textsOf(kept)).toEqual(['From aiko', 'From mira']);
    expect((await other.get(`${events}/${sent.dm_event_id}`)).status).toBe(200);

    const rows = () => platform.snapshot().tables['dm_events']!.map(({ id }) => id);
    expect(rows()).toContain(sent.dm_event_id);
    await other.delete(`${events}/${sent.dm_event_id}`);
    expect(rows(), 'nobody has it any more').not.toContain(sent.dm_event_id);
    expect(rows()).toContain(received.dm_event_id);
  });

  test('everything in a conversation; it continues with the next message', async () => {
    const { mira: one, aiko: other } = await begin();
    const path = `${conversation(pair)}/dm_events`;
    for (const { id } of (await one.get(path)).json.data) await one.delete(`${events}/${id}`);
    expect((await one.get(path)).json).toEqual({ meta: { result_count: 0 } });
    expect((await other.get(path)).json.meta.result_count).toBe(3);
    await send(other, conversation(pair), 'Still there?');
    expect(textsOf(await one.get(path))).toEqual(['Still there?']);
  });
});

describe('paging', () => {
  test('250 messages appear once each, newest first, and again by previous pages', async () => {
    const { platform, mira: one, stranger: other } = await begin();
    const made: string[] = [];
    for (let turn = 0; turn < 250; turn++) {
      const [client, to] = turn % 3 === 0 ? [other, mira] : [one, stranger];
      made.unshift((await send(client, withUser(to), `Number ${turn}`)).dm_event_id);
    }
    const inAll = idsOf((await one.get(`${events}?max_results=1`)).json.data);
    expect(inAll).toEqual(made.slice(0, 1));
    const lists = [
      [one, `${withUser(stranger)}/dm_events?max_results=100`],
      [other, `${conversation(`${stranger}-${mira}`)}/dm_events?max_results=100`],
      [other, `${events}?max_results=100`],
    ] as const;
    for (const [client, path] of lists) {
      const pages = await walk(client, path, 'next_token');
      expect(pages.flat()).toEqual(made);
      expect(pages.map(({ length }) => length)).toEqual([100, 100, 50]);
      const first = (await client.get(path)).json.meta;
      expect(first).not.toHaveProperty('previous_token');
      const second = (await client.get(`${path}&pagination_token=${first['next_token']!}`)).json.meta;
      const third = (await client.get(`${path}&pagination_token=${second['next_token']!}`)).json.meta;
      expect(third).not.toHaveProperty('next_token');
      const back = await walk(client, path, 'previous_token', third['previous_token']);
      expect(back).toEqual([pages[1], pages[0]]);
      await platform.clock.advance(900_000);
    }
    const small = await walk(one, `${events}?max_results=80&event_types=MessageCreate`, 'next_token');
    expect(small.flat().slice(0, 250)).toEqual(made);
    expect(small.flat()).toHaveLength(257);
  });

  test('a page continues where it was, even if messages arrive and its edge is deleted', async () => {
    const { mira: client } = await begin();
    const made: string[] = [];
    for (let turn = 0; turn < 6; turn++)
      made.unshift((await send(client, withUser(stranger), `Number ${turn}`)).dm_event_id);
    const path = `${withUser(stranger)}/dm_events?max_results=2`;
    const first = (await client.get(path)).json;
    expect(idsOf(first.data)).toEqual(made.slice(0, 2));
    await client.delete(`${events}/${made[1]!}`);
    await client.delete(`${events}/${made[2]!}`);
    await send(client, withUser(stranger), 'Later');
    const second = (await client.get(`${path}&pagination_token=${first.meta['next_token']!}`)).json;
    expect(idsOf(second.data)).toEqual(made.slice(3, 5));
    const back = (await client.get(`${path}&pagination_token=${second.meta['previous_token']!}`)).json;
    expect(idsOf(back.data)).toContain(made[0]);
  });

  test('a token belongs to its list, its filters and its user', async () => {
    const { mira: one, aiko: other } = await begin();
    const path = `${conversation(pair)}/dm_events`;
    const token = (await one.get(`${path}?max_results=1`)).json.meta['next_token']!;
    const at = `pagination_token=${token}`;
    expect((await one.get(`${path}?max_results=2&${at}`)).status).toBe(200);
    for (const [client, foreign] of [
      [one, `${events}?${at}`],
      [one, `${withUser(sam)}/dm_events?${at}`],
      [one, `${path}?event_types=MessageCreate&${at}`],
      [one, `${path}?pagination_token=${token.slice(1)}`],
      [other, `${path}?${at}`],
    ] as const)
      expect(of(await client.get(foreign)), foreign).toEqual([400, 214]);
  });
});

test('a platform opened from a snapshot has the same messages, pages and ids', async () => {
  const { platform, mira: one } = await begin();
  const group = (await open(one, [aiko, jonas])).json.data as unknown as Sent;
  const { dm_event_id } = await send(one, conversation(group.dm_conversation_id), 'Kept');
  await one.delete(`${events}/${group.dm_event_id}`);
  const token = (await one.get(`${events}?max_results=3`)).json.meta['next_token']!;
  const next = createPlatform({ snapshot: JSON.parse(JSON.stringify(platform.snapshot())) as never });
  expect(durable(next)).toBe(durable(platform));
  const as = caller(next, platform.initialCredentials);
  const again = as.user('mira_holm', 'Northwind Courier');
  expect((await again.get(`${events}/${dm_event_id}`)).json.data.text).toBe('Kept');
  expect((await again.get(`${events}/${group.dm_event_id}`)).status).toBe(404);
  const aikos = as.user('aiko_tan', 'Northwind Courier');
  expect((await aikos.get(`${events}/${group.dm_event_id}`)).status).toBe(200);
  const page = (client: Client) => client.get(`${events}?max_results=3&pagination_token=${token}`);
  expect((await page(again)).json).toEqual((await page(one)).json);
  expect(await send(again, withUser(sam), 'On')).toEqual(await send(one, withUser(sam), 'On'));
});
