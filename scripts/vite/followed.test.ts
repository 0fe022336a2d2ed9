import { expect, test } from 'vitest';
import { families } from '../../engine/endpoints/index.ts';
import { loadFamilies } from '../../engine/reference/describe.ts';
import { followedIn, takenBy } from './followed.ts';

const endpoints = (await loadFamilies(families)).flatMap((family) => family.endpoints);
const named = (id: string) => endpoints.find((each) => each.id === id)!;

test('ids name what the schema that contains them says', () => {
  expect(followedIn(named('getMe'))).toMatchObject({
    data: { id: 'user', username: 'username', pinned_post_id: 'post' },
    includes: { posts: { id: 'post', author_id: 'user', entities: { mentions: { id: 'user' } } } },
  });
  expect(followedIn(named('getPostsOfUser'))).toMatchObject({
    data: { id: 'post', in_reply_to_user_id: 'user', referenced_posts: { id: 'post' } },
    meta: { next_token: 'page', previous_token: 'page' },
  });
  expect(followedIn(named('getDmEvents'))).toMatchObject({
    data: { id: 'dmEvent', dm_conversation_id: 'conversation', sender_id: 'user', participant_ids: 'user' },
  });
  expect(followedIn(named('createPost'))).toMatchObject({ data: { id: 'post' } });
  expect(followedIn(named('requestToken'))).toEqual({});
});

test('text that names nothing is not followed', () => {
  const { data } = followedIn(named('getPost')) as { data: object };
  for (const name of ['text', 'created_at', 'lang', 'public_metrics', 'source'])
    expect(data).not.toHaveProperty(name);
});

const takers = (kind: string) =>
  endpoints
    .flatMap(takenBy)
    .filter((each) => each.kind === kind)
    .map((each) => `${each.endpoint} ${each.in} ${each.name}${each.self ? ` (${each.self})` : ''}`);

test('calls take the values that their path, query and body name', () => {
  expect(takers('post')).toEqual(
    expect.arrayContaining(['getPosts query ids', 'getPost path id', 'deletePost path id']),
  );
  expect(takers('user')).toEqual(
    expect.arrayContaining([
      'getUser path id',
      'getUsers query ids',
      'getPostsOfUser path id',
      'followUser body target_user_id (id)',
      'unfollowUser path target_user_id (source_user_id)',
    ]),
  );
  expect(takers('post')).toEqual(
    expect.arrayContaining(['likePost body post_id (id)', 'removeBookmark path post_id (id)']),
  );
  expect(endpoints.flatMap(takenBy).filter(({ isSelf }) => isSelf)).toContainEqual({
    ...{ endpoint: 'getHomeTimeline', kind: 'user', in: 'path', name: 'id', isSelf: true },
  });
  expect(
    endpoints
      .flatMap(takenBy)
      .filter(({ isReply }) => isReply)
      .map(({ endpoint }) => endpoint),
  ).toEqual(['hideReply']);
  expect(takers('username')).toEqual(
    expect.arrayContaining(['getUserByUsername path username', 'getUsersByUsernames query usernames']),
  );
  expect(takers('dmEvent')).toContain('getDmEvent path id');
  expect(takers('conversation').length).toBeGreaterThanOrEqual(2);
  expect(takers('page')).toEqual([]);
});
