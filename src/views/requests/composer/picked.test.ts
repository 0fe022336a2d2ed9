import { expect, it } from 'vitest';
import { known } from '#reference';
import type { KnownEndpoint } from '#reference';
import { picked } from './picked.ts';

const endpoints = (await Promise.all(Object.values(known).map((load) => load()))).flat();
const endpointOf = (id: string): KnownEndpoint => endpoints.find((each) => each.id === id)!;

it.each([
  ['getPostsOfUser', 'id', 'user'],
  ['getPostsOfUser', 'since_id', 'post'],
  ['getPostsOfUser', 'start_time', 'time'],
  ['getPostsOfUser', 'max_results', null],
  ['getPostsOfUser', 'pagination_token', null],
  ['getPost', 'id', 'post'],
  ['getPosts', 'ids', 'post'],
  ['hideReply', 'post_id', 'post'],
  ['getUsersByUsernames', 'usernames', 'username'],
  ['unfollowUser', 'source_user_id', 'user'],
  ['unfollowUser', 'target_user_id', 'user'],
  ['getDmEvent', 'id', 'dmEvent'],
  ['getDmEventsWith', 'participant_id', 'user'],
  ['getDmEventsOfConversation', 'dm_conversation_id', 'conversation'],
  ['removeListMember', 'id', 'list'],
  ['removeListMember', 'user_id', 'user'],
  ['unpinList', 'list_id', 'list'],
  ['getBookmarksInFolder', 'folder_id', 'folder'],
  ['getSpaces', 'ids', 'space'],
  ['getSpaceBuyers', 'id', 'space'],
  ['getSpacesByCreators', 'user_ids', 'user'],
  ['getCommunity', 'id', 'community'],
  ['getComplianceJob', 'job_id', 'job'],
  ['validateWebhook', 'webhook_id', 'webhook'],
  ['subscribe', 'webhook_id', 'webhook'],
  ['getTrends', 'id', null],
])('in %s, %s is one of: %s', (id, name, kind) => {
  const endpoint = endpointOf(id);
  const field = endpoint.fields.find((each) => each.name === name)!;
  expect(picked(field, { endpoint })).toBe(kind);
});

it('is nothing in a free-form call', () => {
  const field = endpointOf('getPost').fields[0]!;
  expect(picked(field, { endpoint: null })).toBeNull();
});
