/**
 * The routes of all other families: loaded with the first call that those do not settle.
 * Derived from the declarations by `npm run generate`: do not edit.
 */
import { files, oauth, pages, tokens, v1, v2 } from '../spec/apis.ts';
import { route } from '../declaration/family.ts';
import type { Route } from '../declaration/family.ts';

export const routes = {
  oauth1: [
    route('requestToken', oauth, 'POST', '/oauth/request_token'),
    route('authorize', pages, 'GET', '/oauth/authorize'),
    route('authenticate', pages, 'GET', '/oauth/authenticate'),
    route('decideOAuth1', pages, 'POST', '/oauth/authorize'),
    route('accessToken', oauth, 'POST', '/oauth/access_token'),
    route(
      'invalidateUserToken',
      v1,
      'POST',
      '/1.1/oauth/invalidate_token',
      '/1.1/oauth/invalidate_token.json',
    ),
    route('showConnectedApps', pages, 'GET', '/settings/connected_apps'),
    route('changeConnectedApps', pages, 'POST', '/settings/connected_apps'),
  ],
  oauth2: [
    route('requestBearerToken', tokens, 'POST', '/oauth2/token'),
    route('invalidateBearerToken', oauth, 'POST', '/oauth2/invalidate_token'),
    route('authorizePkce', pages, 'GET', '/oauth2/authorize', '/2/oauth2/authorize'),
    route('decidePkce', pages, 'POST', '/oauth2/authorize', '/2/oauth2/authorize'),
    route('exchangeCode', tokens, 'POST', '/2/oauth2/token'),
    route('revokeToken', tokens, 'POST', '/2/oauth2/revoke'),
  ],
  posts: [
    route('getPosts', v2, 'GET', '/2/posts'),
    route('createPost', v2, 'POST', '/2/posts'),
    route('getPost', v2, 'GET', '/2/posts/:id'),
    route('deletePost', v2, 'DELETE', '/2/posts/:id'),
    route('getPostsOfUser', v2, 'GET', '/2/users/:id/posts'),
    route('hideReply', v2, 'PUT', '/2/posts/:post_id/hidden'),
  ],
  messages: [
    route('getDmEvents', v2, 'GET', '/2/dm_events'),
    route('getDmEvent', v2, 'GET', '/2/dm_events/:id'),
    route('deleteDmEvent', v2, 'DELETE', '/2/dm_events/:id'),
    route('getDmEventsWith', v2, 'GET', '/2/dm_conversations/with/:participant_id/dm_events'),
    route('sendDmToUser', v2, 'POST', '/2/dm_conversations/with/:participant_id/messages'),
    route('getDmEventsOfConversation', v2, 'GET', '/2/dm_conversations/:dm_conversation_id/dm_events'),
    route('sendDmToConversation', v2, 'POST', '/2/dm_conversations/:dm_conversation_id/messages'),
    route('createDmGroup', v2, 'POST', '/2/dm_conversations'),
  ],
  spaces: [
    route('getSpaces', v2, 'GET', '/2/spaces'),
    route('getSpace', v2, 'GET', '/2/spaces/:id'),
    route('getSpacesByCreators', v2, 'GET', '/2/spaces/by/creator_ids'),
    route('searchSpaces', v2, 'GET', '/2/spaces/search'),
    route('getSpaceBuyers', v2, 'GET', '/2/spaces/:id/buyers'),
    route('getSpacePosts', v2, 'GET', '/2/spaces/:id/posts'),
  ],
  communities: [
    route('getCommunity', v2, 'GET', '/2/communities/:id'),
    route('searchCommunities', v2, 'GET', '/2/communities/search'),
  ],
  trends: [
    route('getTrends', v2, 'GET', '/2/trends/by/woeid/:id'),
    route('getPersonalizedTrends', v2, 'GET', '/2/users/personalized_trends'),
  ],
  compliance: [
    route('getComplianceJobs', v2, 'GET', '/2/compliance/jobs'),
    route('getComplianceJob', v2, 'GET', '/2/compliance/jobs/:job_id'),
    route('createComplianceJob', v2, 'POST', '/2/compliance/jobs'),
    route('uploadComplianceIds', files, 'PUT', '/compliance/jobs/:job_id/upload/:secret'),
    route('downloadComplianceResult', files, 'GET', '/compliance/jobs/:job_id/download/:secret'),
  ],
  usage: [route('getUsage', v2, 'GET', '/2/usage/posts')],
} satisfies Readonly<Record<string, readonly Route[]>>;
