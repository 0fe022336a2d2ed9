import { expect, test } from 'vitest';
import { durable, start } from '../../testing/platform.ts';
import type { Answer, Client } from '../../testing/platform.ts';
import { block, worldOf } from '../support/world.ts';

const [mira, aiko] = ['2244994945', '2244994947'] as const;
const [third, fourth] = ['5000001', '5000002'] as const;
const pair = `${mira}-${aiko}`;
const group = '900';

const of = (answer: Answer) => [answer.status, answer.code];
const texts = async (client: Client, conversation: string) => {
  const { data = [] } = (await client.get(`/2/dm_conversations/${conversation}/dm_events`)).json as {
    data?: readonly { readonly text: string }[];
  };
  return data.map(({ text }) => text);
};

/** mira, aiko and two more with tokens of the third level, all four in a group; the first two may block each other. */
async function begin(blocked: readonly (readonly [string, string])[]) {
  const scenario = worldOf(
    2,
    (write) => {
      write.dm_conversations.insert({ id: group, participant_ids: [mira, aiko, third, fourth] });
      for (const [source, target] of blocked) block(write, source, target);
    },
    'Northwind Courier',
  );
  const { platform, as } = await start({ scenario });
  const client = (username: string) => as.user(username, 'Northwind Courier');
  const [one, other] = [client('mira_holm'), client('aiko_tan')];
  return { platform, one, other, third: client('crowd_1') };
}

const say = (client: Client, to: string, text: string) =>
  client.post(`/2/dm_conversations/${to}/messages`, { text });
const open = (client: Client, ...participant_ids: readonly string[]) =>
  client.post('/2/dm_conversations', {
    ...{ conversation_type: 'Group', participant_ids, message: { text: 'Hello' } },
  });

test('two users cannot write to each other once one blocks the other; old messages stay (choice: blocking)', async () => {
  for (const blocked of [[[mira, aiko]], [[aiko, mira]]] as const) {
    const { platform, one, other } = await begin(blocked);
    const before = durable(platform);
    const refused = await say(one, pair, 'Hello?');
    expect(of(refused)).toEqual([403, 220]);
    expect(refused.because).toBe(`one of the users ${mira} and ${aiko} blocks the other`);
    expect(of(await say(other, pair, 'Hello?'))).toEqual([403, 220]);
    expect(of(await say(one, `with/${aiko}`, 'Hello?'))).toEqual([403, 220]);
    expect(of(await say(other, `with/${mira}`, 'Hello?'))).toEqual([403, 220]);
    expect(of(await open(one, third, aiko))).toEqual([403, 220]);
    expect(of(await open(other, mira, third))).toEqual([403, 220]);
    expect(durable(platform)).toBe(before);
    for (const client of [one, other]) expect(await texts(client, pair)).toHaveLength(3);
    const { id } = (await one.get(`/2/dm_conversations/${pair}/dm_events`)).json.data[0]!;
    expect((await one.delete(`/2/dm_events/${id}`)).json).toEqual({ data: { deleted: true } });
    for (const client of [one, other]) expect((await say(client, `with/${third}`, 'Hello')).status).toBe(201);
  }
});

test('in a shared group neither gets the other’s messages, but all others do (choice: dm-conversations)', async () => {
  const { one, other, third: witness } = await begin([[mira, aiko]]);
  for (const [client, text] of [
    [one, 'From mira'],
    [other, 'From aiko'],
    [witness, 'From a third'],
  ] as const)
    expect((await say(client, group, text)).status).toBe(201);
  expect(await texts(one, group)).toEqual(['From a third', 'From mira']);
  expect(await texts(other, group)).toEqual(['From a third', 'From aiko']);
  expect(await texts(witness, group)).toEqual(['From a third', 'From aiko', 'From mira']);
  const all = (await one.get('/2/dm_events?dm_event.fields=sender_id')).json.data;
  expect(all.filter(({ text }) => text === 'From aiko')).toEqual([]);
});

test('anybody can write to a protected user', async () => {
  const { platform, as } = await start({
    scenario: worldOf(1, (write) => void write.users.update(aiko, { protected: true }), 'Northwind Courier'),
  });
  const stranger = as.user('crowd_1', 'Northwind Courier');
  expect((await say(stranger, `with/${aiko}`, 'Hello')).status).toBe(201);
  expect(platform.snapshot().tables['follows']).not.toContainEqual(
    expect.objectContaining({ source_user_id: third, target_user_id: aiko }),
  );
});
