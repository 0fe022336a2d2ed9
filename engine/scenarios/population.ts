/** Who lives in the starter's world beside its first four. Everything that examples name has a fixed id. */
import { follow } from '../social/follows.ts';
import { countPosts } from '../social/usage.ts';
import { pairId } from '../state/tables/pairs.ts';
import type { Populate } from './scenario.ts';

const [mira, jonas, aiko, sam] = ['2244994945', '2244994946', '2244994947', '2244994948'] as const;

const hour = 3_600_000;

export const populate: Populate = (write, state) => {
  const { tables } = state;
  // A world without the starter's people is not the starter's.
  if (!tables.apps.get('26001') || ![mira, jonas, aiko, sam].every((id) => tables.users.get(id))) return;
  const at = state.now();
  const first = Date.UTC(2026, 1, 10);
  const lists = [
    ['2021000000000000001', mira, 'Harbour people', 'Who knows the quay by name', [jonas, aiko]],
    ['2021000000000000002', aiko, 'Type and maps', 'Letters on paper and on water', [mira]],
    ['2021000000000000003', jonas, 'Bakers', 'They rise early', [sam, mira]],
  ] as const;
  for (const [id, owner_id, name, description, members] of lists) {
    write.lists.insert({ id, owner_id, name, description, private: false, created_at: first });
    for (const user_id of members)
      write.list_members.insert({ id: pairId(id, user_id), list_id: id, user_id, at: first });
  }
  for (const list_id of ['2021000000000000002', '2021000000000000003'])
    write.list_follows.insert({ id: pairId(mira, list_id), user_id: mira, list_id, at: first });
  write.pinned_lists.insert({
    id: pairId(mira, '2021000000000000001'),
    user_id: mira,
    list_id: '2021000000000000001',
    at: first,
  });
  const spaces = [
    ['1mYGaBwzRkLen', mira, 'Reading aloud: a workshop', -1, 240],
    ['1kJzQpWvTbNox', aiko, 'Letters on water', 72, 74],
    ['1oPdXcHsVrFai', jonas, 'Bread before dawn', -50, -48],
  ] as const;
  for (const [id, creator_id, title, starts, ends] of spaces)
    write.spaces.insert({
      id,
      creator_id,
      host_ids: [creator_id],
      speaker_ids: [sam],
      title,
      created_at: at - 96 * hour,
      scheduled_start: at + starts * hour,
      starts_at: at + starts * hour,
      ends_at: at + ends * hour,
    });
  const post_id = '2020777185899446272';
  write.space_buyers.insert({
    id: pairId('1mYGaBwzRkLen', sam),
    space_id: '1mYGaBwzRkLen',
    user_id: sam,
    at: at - 48 * hour,
  });
  write.communities.insert({
    id: '2021000000000000101',
    name: 'Harbour and quay',
    description: 'Cranes, tides and who is late',
    join_policy: 'Open',
    created_at: first,
  });
  for (const user_id of [mira, aiko])
    write.community_members.insert({
      id: pairId('2021000000000000101', user_id),
      community_id: '2021000000000000101',
      user_id,
      at: first,
    });
  write.bookmark_folders.insert({ id: '2021000000000000301', owner_id: mira, name: 'To read aloud' });
  if (tables.posts.get(post_id)) {
    write.space_posts.insert({
      id: pairId('1mYGaBwzRkLen', post_id),
      space_id: '1mYGaBwzRkLen',
      post_id,
      at: at - hour / 2,
    });
    for (const user_id of [jonas, aiko, sam])
      write.likes.insert({ id: pairId(user_id, post_id), user_id, post_id, at: at - 2 * hour });
    write.bookmarks.insert({ id: pairId(mira, post_id), user_id: mira, post_id, at: at - hour });
    write.filed_bookmarks.insert({
      id: pairId('2021000000000000301', post_id),
      folder_id: '2021000000000000301',
      post_id,
      at: at - hour,
    });
  }
  const week = 7 * 24 * hour;
  const jobs = [
    [
      '2021000000000000201',
      'Weekly check',
      'weekly',
      at - 26 * hour,
      '{"id":"2020791278760886272","action":"delete","created_at":"2026-02-09T09:26:00.000Z","reason":"deleted"}\n',
    ],
    ['2021000000000000202', 'Nightly check', 'nightly', at, null],
  ] as const;
  for (const [id, name, secret, created_at, result] of jobs) {
    const isDone = result !== null;
    write.compliance_jobs.insert({
      id,
      app_id: '26001',
      type: 'posts',
      name,
      resumable: false,
      status: isDone ? 'complete' : 'created',
      created_at,
      upload_expires_at: created_at + hour / 4,
      download_expires_at: created_at + week,
      secret,
      uploaded: null,
      result,
    });
    write.jobs.insert({
      id: `complianceStep:${id}`,
      name: 'complianceStep',
      due: created_at + (isDone ? week : hour / 4),
      every_ms: null,
      data: id,
    });
  }
  for (const [days, posts] of [
    [1, 214],
    [2, 187],
    [4, 96],
  ] as const)
    countPosts(tables.apps.get('26001')!, posts, at - days * 24 * hour, tables, write);
  write.stream_rules.insert({
    id: '2021000000000000401',
    app_id: '26001',
    value: 'bread OR #oauth',
    tag: 'bread and signatures',
    created_at: at,
  });
  write.mutes.insert({ id: pairId(mira, jonas), source_user_id: mira, target_user_id: jonas, at: first });
  follow(aiko, sam, first, write);
};
