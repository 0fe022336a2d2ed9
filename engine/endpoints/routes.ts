/**
 * The routes of all other families: loaded with the first call that those do not settle.
 * Derived from the declarations by `npm run generate`: do not edit.
 */
import { oauth, pages, tokens, v1, v2 } from '../spec/apis.ts';
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
    route('getQuotePosts', v2, 'GET', '/2/posts/:id/quote_posts'),
    route('hideReply', v2, 'PUT', '/2/posts/:post_id/hidden'),
  ],
  timelines: [
    route('getHomeTimeline', v2, 'GET', '/2/users/:id/timelines/reverse_chronological'),
    route('getPostsOfUser', v2, 'GET', '/2/users/:id/posts'),
    route('getMentions', v2, 'GET', '/2/users/:id/mentions'),
  ],
  likes: [
    route('likePost', v2, 'POST', '/2/users/:id/likes'),
    route('unlikePost', v2, 'DELETE', '/2/users/:id/likes/:post_id'),
    route('getLikingUsers', v2, 'GET', '/2/posts/:id/liking_users'),
    route('getLikedPosts', v2, 'GET', '/2/users/:id/liked_posts'),
    route('repostPost', v2, 'POST', '/2/users/:id/reposts'),
    route('unrepostPost', v2, 'DELETE', '/2/users/:id/reposts/:post_id'),
    route('getRepostedBy', v2, 'GET', '/2/posts/:id/reposted_by'),
    route('getRepostsOfMe', v2, 'GET', '/2/users/reposts_of_me'),
  ],
  search: [
    route('searchRecentPosts', v2, 'GET', '/2/posts/search/recent'),
    route('searchAllPosts', v2, 'GET', '/2/posts/search/all'),
    route('countRecentPosts', v2, 'GET', '/2/posts/counts/recent'),
    route('countAllPosts', v2, 'GET', '/2/posts/counts/all'),
    route('streamPosts', v2, 'GET', '/2/posts/search/stream'),
    route('getStreamRules', v2, 'GET', '/2/posts/search/stream/rules'),
    route('changeStreamRules', v2, 'POST', '/2/posts/search/stream/rules'),
  ],
  people: [route('searchUsers', v2, 'GET', '/2/users/search')],
  relations: [
    route('followUser', v2, 'POST', '/2/users/:id/following'),
    route('unfollowUser', v2, 'DELETE', '/2/users/:source_user_id/following/:target_user_id'),
    route('muteUser', v2, 'POST', '/2/users/:id/muting'),
    route('unmuteUser', v2, 'DELETE', '/2/users/:source_user_id/muting/:target_user_id'),
    route('getMuting', v2, 'GET', '/2/users/:id/muting'),
    route('getBlocking', v2, 'GET', '/2/users/:id/blocking'),
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
  lists: [
    route('getList', v2, 'GET', '/2/lists/:id'),
    route('createList', v2, 'POST', '/2/lists'),
    route('updateList', v2, 'PUT', '/2/lists/:id'),
    route('deleteList', v2, 'DELETE', '/2/lists/:id'),
    route('getListMembers', v2, 'GET', '/2/lists/:id/members'),
    route('addListMember', v2, 'POST', '/2/lists/:id/members'),
    route('removeListMember', v2, 'DELETE', '/2/lists/:id/members/:user_id'),
    route('getListPosts', v2, 'GET', '/2/lists/:id/posts'),
    route('getOwnedLists', v2, 'GET', '/2/users/:id/owned_lists'),
    route('getListMemberships', v2, 'GET', '/2/users/:id/list_memberships'),
    route('followList', v2, 'POST', '/2/users/:id/followed_lists'),
    route('unfollowList', v2, 'DELETE', '/2/users/:id/followed_lists/:list_id'),
    route('getPinnedLists', v2, 'GET', '/2/users/:id/pinned_lists'),
    route('pinList', v2, 'POST', '/2/users/:id/pinned_lists'),
    route('unpinList', v2, 'DELETE', '/2/users/:id/pinned_lists/:list_id'),
  ],
  bookmarks: [
    route('getBookmarks', v2, 'GET', '/2/users/:id/bookmarks'),
    route('addBookmark', v2, 'POST', '/2/users/:id/bookmarks'),
    route('removeBookmark', v2, 'DELETE', '/2/users/:id/bookmarks/:post_id'),
    route('getBookmarkFolders', v2, 'GET', '/2/users/:id/bookmarks/folders'),
    route('getBookmarksInFolder', v2, 'GET', '/2/users/:id/bookmarks/folders/:folder_id'),
  ],
} satisfies Readonly<Record<string, readonly Route[]>>;
