/** The message of a 403 with code 220, and its remedy, depend on why the caller has no access. */
import { expect, test } from 'vitest';
import { utf8 } from '../../engine/index.ts';
import { pairId } from '../../engine/state/tables/pairs.ts';
import { start } from '../../testing/platform.ts';
import type { Client, Message } from '../../testing/platform.ts';
import { aiko, block, changed, jonas, mira, protect, sam } from '../../testing/worlds.ts';

/** Posts by Aiko, Jonas and Mira; Jonas' reply to the last; her post that only users whom she follows may answer. */
const [aikos, jonass, miras, reply, closed] = [
  '2020852683371446272',
  '2021230170731446272',
  '2020777185899446272',
  '2020792285393846272',
  '2022740120171446272',
] as const;

/** Aiko is protected, Sam blocks Mira; Jonas has a list, a Space and a community. */
const scenario = changed((write) => {
  protect(aiko, write);
  block(sam, mira, write);
  const at = Date.UTC(2026, 1, 1);
  const list = { name: 'L', description: '', private: false, created_at: at };
  write.lists.insert({ ...list, id: '7', owner_id: jonas });
  write.communities.insert({ id: '9', name: 'C', description: '', join_policy: 'Open', created_at: at });
  write.community_members.insert({ id: pairId('9', jonas), community_id: '9', user_id: jonas, at });
  write.spaces.insert({
    ...{ id: 'Live', creator_id: jonas, host_ids: [jonas], speaker_ids: [], title: 'S' },
    ...{ created_at: at, scheduled_start: at, starts_at: at, ends_at: at + 86_400_000 },
  });
});

type As = Awaited<ReturnType<typeof start>>['as'];
type Refused = readonly [by: (as: As) => Client, message: Message, what: string, act: object];

const me = (as: As) => as.user();
const app = (as: As) => as.bearer();
const post = (path: string, json: object): Message => ({ method: 'POST', path, json });
const actAs = (userId: string) => ({ kind: 'useCredential', appId: '26001', userId });
const none = (because: string | RegExp) => ({
  kind: 'none',
  because: expect.stringMatching(because) as string,
});

const cases: Readonly<Record<string, Refused>> = {
  'a post of somebody else’s is theirs to delete': [
    me,
    { method: 'DELETE', path: `/2/posts/${jonass}` },
    'This belongs to another user',
    actAs(jonas),
  ],
  'a list of somebody else’s is theirs to delete': [
    me,
    { method: 'DELETE', path: '/2/lists/7' },
    'This belongs to another user',
    actAs(jonas),
  ],
  'a list of somebody else’s is theirs to rename': [
    me,
    { method: 'PUT', path: '/2/lists/7', json: { name: 'M' } },
    'This belongs to another user',
    actAs(jonas),
  ],
  'a member of somebody else’s list is theirs to add': [
    me,
    post('/2/lists/7/members', { user_id: aiko }),
    'This belongs to another user',
    actAs(jonas),
  ],
  'a member of somebody else’s list is theirs to remove': [
    me,
    { method: 'DELETE', path: `/2/lists/7/members/${aiko}` },
    'This belongs to another user',
    actAs(jonas),
  ],
  'a list is followed before it is pinned': [
    me,
    post(`/2/users/${mira}/pinned_lists`, { list_id: '7' }),
    'This user neither owns nor follows the list',
    none('follow it first'),
  ],
  'one acts for oneself': [
    me,
    post(`/2/users/${jonas}/likes`, { post_id: miras }),
    'The path names a user other than the caller',
    { kind: 'useValue', changes: [{ field: 'path.id', value: mira }] },
  ],
  'one unfollows for oneself': [
    me,
    { method: 'DELETE', path: `/2/users/${jonas}/following/${aiko}` },
    'The path names a user other than the caller',
    { kind: 'useValue', changes: [{ field: 'path.source_user_id', value: mira }] },
  ],
  'a block keeps two apart': [
    me,
    post(`/2/users/${mira}/following`, { target_user_id: sam }),
    'One of the two users blocks the other',
    none('the user who blocks can end it'),
  ],
  'a protected post, to an App that acts for nobody': [
    app,
    { path: `/2/posts/${aikos}` },
    'The posts of @aiko_tan are protected',
    actAs(aiko),
  ],
  'what a protected user posts, to one whom she did not accept': [
    (as) => as.user('jonas_berg'),
    { path: `/2/users/${aiko}/posts` },
    'The posts of @aiko_tan are protected',
    actAs(aiko),
  ],
  'a protected post is not for others to like': [
    (as) => as.user('jonas_berg'),
    post(`/2/users/${jonas}/likes`, { post_id: aikos }),
    'The posts of @aiko_tan are protected',
    none('Only followers whom @aiko_tan accepted'),
  ],
  'what one posts who blocks the caller': [
    me,
    { path: `/2/users/${sam}/posts` },
    '@sam_ode blocks this user',
    actAs(sam),
  ],
  'an author says who may reply': [
    (as) => as.user('jonas_berg'),
    post('/2/posts', { text: 'Me too', reply: { in_reply_to_post_id: closed } }),
    'This user may not reply to the post',
    none('decides who may reply'),
  ],
  'a community is its members’': [
    me,
    post('/2/posts', { text: 'Hello', community_id: '9' }),
    'This user is not a member of the community',
    none('Only members'),
  ],
  'replies are hidden by the author of what they reply to': [
    (as) => as.user('sam_ode'),
    { method: 'PUT', path: `/2/posts/${reply}/hidden`, json: { hidden: true } },
    'Only the author of a post hides the replies to it',
    actAs(mira),
  ],
  'who bought a ticket is for the creator to know': [
    app,
    { path: '/2/spaces/Live/buyers' },
    'Only the creator of the Space may see who bought a ticket',
    actAs(jonas),
  ],
};

test.each(Object.entries(cases))('%s', async (id, [by, message, what, act]) => {
  const { platform, as } = await start({ scenario });
  const refused = await by(as).send({ ...message, id });
  expect([refused.status, refused.code], refused.text).toEqual([403, 220]);
  expect(await platform.ask('remedies.advise', id, null)).toMatchObject({ what, act });
});

test('the addresses of a compliance job: what they refuse, and what fixes it', async () => {
  const { platform, as } = await start();
  const { json } = await as.bearer().post('/2/compliance/jobs', { type: 'posts' });
  const { upload_url, download_url } = json.data as unknown as Readonly<Record<string, string>>;
  let sent = 0;
  const told = async (message: Message, status: number) => {
    const id = `address ${++sent}`;
    expect((await as.anonymous.send({ ...message, id })).status).toBe(status);
    const advice = await platform.ask('remedies.advise', id, null);
    return [advice?.what, advice?.act];
  };
  const headers = [['content-type', 'text/plain']] as const;
  const upload = { method: 'PUT', path: upload_url!, headers, body: utf8(miras) };
  const download = { path: download_url! };
  const no = 'The job has no result';
  expect(await told(download, 404)).toEqual([no, none('A job without ids has no result')]);
  await told(upload, 200);
  expect(await told(download, 404)).toEqual([no, none('move the clock forward')]);
  expect(await told(upload, 403)).toEqual(['The job takes no more ids', none('takes its ids once')]);
  await platform.clock.advance(60_000);
  await told(download, 200);
  const guessed = { path: download_url!.replace(/[^/]+$/, 'guessed') };
  expect(await told(guessed, 404)).toEqual(['No endpoint has this address', none('this one is not valid')]);
});

test('ids that come too late for a compliance job', async () => {
  const { platform, as } = await start();
  const { json } = await as.bearer().post('/2/compliance/jobs', { type: 'posts' });
  const { upload_url } = json.data as unknown as Readonly<Record<string, string>>;
  await platform.clock.advance(15 * 60_000);
  const headers = [['content-type', 'text/plain']] as const;
  const late = { method: 'PUT', path: upload_url!, headers, body: utf8(miras), id: 'late' };
  expect((await as.anonymous.send(late)).status).toBe(403);
  expect(await platform.ask('remedies.advise', 'late', null)).toMatchObject({
    what: 'The time for sending ids is over',
    act: none('Make another job'),
  });
});
