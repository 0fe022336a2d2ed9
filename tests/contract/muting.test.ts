import { describe, expect, test } from 'vitest';
import { idsOf, walk } from '../support/pages.ts';
import { durable, start } from '../../testing/platform.ts';
import type { Answer, Client } from '../../testing/platform.ts';
import { aiko, block, changed, jonas, mira, sam } from '../../testing/worlds.ts';

const mute = (client: Client, source: string, target_user_id: unknown) =>
  client.post(`/2/users/${source}/muting`, { target_user_id });
const unmute = (client: Client, source: string, target: string) =>
  client.delete(`/2/users/${source}/muting/${target}`);
const muted = async (client: Client, who: string) =>
  idsOf((await client.get(`/2/users/${who}/muting`)).json.data);
const of = (answer: Answer) => [answer.status, answer.code];

describe('muting and blocking (8.3; choices: muting, blocking)', () => {
  test('muted users are listed, the latest first, until they are unmuted', async () => {
    const { platform, as } = await start();
    const me = as.user();
    const made = await mute(me, mira, aiko);
    expect([made.status, made.json]).toEqual([200, { data: { muting: true } }]);
    await platform.clock.advance(1000);
    await mute(me, mira, jonas);
    await platform.clock.advance(1000);
    await mute(me, mira, sam);
    await mute(me, mira, aiko); // again: its moment stays
    expect(await muted(me, mira)).toEqual([sam, jonas, aiko]);
    expect(await walk(me, `/2/users/${mira}/muting?max_results=2`, 'next_token')).toEqual([
      [sam, jonas],
      [aiko],
    ]);
    for (let turn = 0; turn < 2; turn++)
      expect((await unmute(me, mira, jonas)).json).toEqual({ data: { muting: false } });
    expect(await muted(me, mira)).toEqual([sam, aiko]);
  });

  test('muting oneself, an unknown user or for another user is refused, and nothing changes', async () => {
    const { platform, as } = await start();
    const before = durable(platform);
    expect(of(await mute(as.user(), jonas, aiko))).toEqual([403, 220]);
    expect(of(await unmute(as.user(), jonas, aiko))).toEqual([403, 220]);
    expect(of(await mute(as.user(), mira, mira))).toEqual([400, 214]);
    expect(of(await unmute(as.user(), mira, mira))).toEqual([400, 214]);
    expect(of(await mute(as.user(), mira, '1'))).toEqual([400, 214]);
    expect(of(await unmute(as.user(), mira, '1'))).toEqual([404, 144]);
    expect(of(await as.user().get(`/2/users/${jonas}/muting`))).toEqual([403, 220]);
    expect(of(await as.user().get(`/2/users/${jonas}/blocking`))).toEqual([403, 220]);
    expect(of(await as.bearer().get(`/2/users/${mira}/muting`))).toEqual([403, 220]);
    expect(durable(platform)).toBe(before);
  });

  test('muting does not affect the muted user: lookups, lists and mentions stay the same', async () => {
    const { as } = await start();
    await mute(as.user(), mira, aiko);
    expect((await as.user().get(`/2/users/${aiko}/posts`)).json.data.length).toBeGreaterThan(0);
    expect((await as.user().get(`/2/users/${aiko}`)).status).toBe(200);
    const said = await as.user('aiko_tan').post('/2/posts', { text: 'Good morning @mira_holm' });
    expect(idsOf((await as.user().get(`/2/users/${mira}/mentions`)).json.data)).toContain(said.json.data.id);
  });

  test('blocked users are listed for the user who blocks them', async () => {
    const { as } = await start({ scenario: changed((write) => block(mira, jonas, write)) });
    expect(idsOf((await as.user().get(`/2/users/${mira}/blocking`)).json.data)).toEqual([jonas]);
    expect((await as.user('jonas_berg').get(`/2/users/${jonas}/blocking`)).json).toEqual({
      meta: { result_count: 0 },
    });
  });
});
