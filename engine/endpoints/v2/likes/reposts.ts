import { viewerOf } from '../../../auth/viewer.ts';
import { v2 } from '../../../spec/apis.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { limits } from '../../../spec/limits.ts';
import { boolean, described, Id, object } from '../../../spec/fields.ts';
import { removePost } from '../../../social/deleting.ts';
import { findPost } from '../../../social/lookup.ts';
import { openTo } from '../../../social/reach.ts';
import { notFound } from '../../../social/renderer.ts';
import { insertRepost, originalOf, repostBy } from '../../../social/reposts.ts';
import { dataOf } from '../../../social/schemas.ts';
import { maySeePostsOf } from '../../../social/visibility.ts';
import { keyAt } from '../../../state/store/range.ts';
import type { Read } from '../../../state/state.ts';
import type { User } from '../../../state/tables/accounts.ts';
import type { Post } from '../../../state/tables/posts.ts';
import { pageOfPosts, pageOfUsers } from '../pages/pages.ts';
import { acting, postId, posts, users } from './lists.ts';

const reposting = {
  api: v2,
  section: '8.3',
  auth: ['oauth1', 'oauth2'],
  scopes: ['users.read', 'post.read', 'post.write'],
  limits: limits('50 U', '5 U', '1 U'),
} as const;

export const repostPost = endpoint({
  ...reposting,
  id: 'repostPost',
  method: 'POST',
  path: '/2/users/:id/reposts',
  summary: 'Repost a post',
  description:
    'Reposts a post as the acting user. The repost is a post of its own with its own id; reposting again returns the same id.',
  self: 'id',
  choices: ['envelope', 'reposts', 'protected-posts', 'blocking'],
  params: acting,
  body: object({ post_id: described(Id, 'Id of the post to repost') }),
  answers: { 200: json(dataOf({ id: Id, reposted: boolean() })) },
  refuses: ['foreignResource', 'parameterInvalid'],
  example: { path: { id: '2244994945' }, body: { post_id: '2020792285393846272' } },
  handle({ principal: { user, app }, body, transact, now }, platform) {
    const post = openTo(user, 'post_id', body.post_id, platform);
    if (isRefusal(post)) return post;
    const repost =
      repostBy(user.id, post.id, platform.tables.posts) ??
      transact((write) => insertRepost(post, user, app, platform.state, write, now));
    return { status: 200, body: { data: { id: repost.id, reposted: true } } };
  },
});

export const unrepostPost = endpoint({
  ...reposting,
  id: 'unrepostPost',
  method: 'DELETE',
  path: '/2/users/:id/reposts/:post_id',
  summary: 'Take a repost back',
  description: 'Removes a repost of the acting user. A post that was not reposted stays as it is.',
  self: 'id',
  choices: ['envelope', 'reposts', 'relation-order', 'v2-404'],
  params: { ...acting, post_id: described(Id, 'Id of the post that was reposted') },
  answers: { 200: json(dataOf({ reposted: boolean() })) },
  refuses: ['foreignResource', 'resourceNotFound'],
  example: { path: { id: '2244994945', post_id: '2020792285393846272' } },
  handle({ principal: { user }, path, transact, now }, platform) {
    const { posts: all } = platform.tables;
    const post = all.get(path.post_id);
    if (!post) return notFound('post', 'post_id', path.post_id, platform);
    const repost = repostBy(user.id, originalOf(post, all).id, all);
    if (repost) transact((write) => removePost(repost, now, platform.tables, write));
    return { status: 200, body: { data: { reposted: false } } };
  },
});

export const getRepostedBy = endpoint({
  id: 'getRepostedBy',
  api: v2,
  method: 'GET',
  path: '/2/posts/:id/reposted_by',
  section: '8.3',
  summary: 'List the users who reposted a post',
  description:
    'Returns the users who reposted a post, the latest repost first. Users whose posts the caller may not see are left out.',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['post.read', 'users.read'],
  limits: limits('75 U, 75 A', '5 U, 5 A', '1 U, 1 A'),
  choices: ['envelope', 'fields', 'v2-404', 'reposts', 'relation-order', 'protected-posts', 'blocking'],
  params: postId,
  ...users,
  refuses: ['resourceNotFound', 'foreignResource', 'parameterInvalid'],
  example: { path: { id: '2020777185899446272' }, query: { 'user.fields': 'description' } },
  handle(call, platform) {
    const { tables } = platform;
    const viewer = viewerOf(call.principal).user;
    const post = findPost(call.path.id, viewer, platform);
    if (isRefusal(post)) return post;
    return pageOfUsers(
      tables.posts.range('reposted', post.id),
      call,
      `getRepostedBy ${post.id}`,
      (key) => {
        const user = tables.users.must(tables.posts.must(key).author_id);
        return maySeePostsOf(user, viewer, tables) ? user : undefined;
      },
      platform,
    );
  },
});

export const getRepostsOfMe = endpoint({
  id: 'getRepostsOfMe',
  api: v2,
  method: 'GET',
  path: '/2/users/reposts_of_me',
  section: '8.3',
  summary: "List the acting user's posts that others reposted",
  description:
    'Returns the posts of the acting user that others have reposted. Each is listed once, no matter how many users reposted it.',
  auth: ['oauth1', 'oauth2'],
  scopes: ['timeline.read', 'post.read'],
  limits: limits('75 U', '75 U', '1 U'),
  choices: ['envelope', 'fields', 'post-metrics', 'reposts'],
  ...posts(1),
  refuses: ['parameterInvalid'],
  example: { query: { 'post.fields': 'public_metrics' } },
  handle(call, platform) {
    const { tables } = platform;
    const { posts: all } = tables;
    const { user } = call.principal;
    return pageOfPosts(
      all.range('author', user.id),
      call,
      `getRepostsOfMe ${user.id}`,
      (key) => {
        const post = all.must(key);
        return isSeenReposted(post, user, tables) ? post : undefined;
      },
      platform,
    );
  },
});

/** Whether a post of the user was reposted by somebody else whose posts the user may see, and whom `reposted_by` shows. */
function isSeenReposted({ id }: Post, user: User, tables: Read): boolean {
  for (const place of tables.posts.range('reposted', id).ascending()) {
    const by = tables.users.get(tables.posts.get(keyAt(place))?.author_id ?? '');
    if (by && by.id !== user.id && maySeePostsOf(by, user, tables)) return true;
  }
  return false;
}
