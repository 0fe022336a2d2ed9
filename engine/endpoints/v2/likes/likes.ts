import { viewerOf } from '../../../auth/viewer.ts';
import { v2 } from '../../../spec/apis.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { limits } from '../../../spec/limits.ts';
import { boolean, described, Id, object } from '../../../spec/fields.ts';
import { findAuthor, findPost } from '../../../social/lookup.ts';
import { openTo } from '../../../social/reach.ts';
import { notFound } from '../../../social/renderer.ts';
import { originalOf } from '../../../social/reposts.ts';
import { dataOf } from '../../../social/schemas.ts';
import { maySeePostsOf } from '../../../social/visibility.ts';
import { pairId } from '../../../state/tables/pairs.ts';
import { pageOfPosts, pageOfUsers } from '../pages/pages.ts';
import { acting, postId, posts, users } from './lists.ts';

const liking = {
  api: v2,
  section: '8.3',
  auth: ['oauth1', 'oauth2'],
  scopes: ['users.read', 'post.read', 'like.write'],
  answers: { 200: json(dataOf({ liked: boolean() })) },
} as const;

const reading = {
  api: v2,
  method: 'GET',
  section: '8.3',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['like.read', 'post.read', 'users.read'],
  limits: limits('75 U, 75 A', '5 U, 25 A', '1 U, 1 A'),
} as const;

export const likePost = endpoint({
  ...liking,
  id: 'likePost',
  method: 'POST',
  path: '/2/users/:id/likes',
  summary: 'Like a post',
  description: 'Likes a post as the acting user. Liking it again changes nothing.',
  limits: limits('1000/24h U', '200/24h U', '1 U'),
  self: 'id',
  choices: ['envelope', 'likes', 'reposts', 'relation-order', 'protected-posts', 'blocking'],
  params: acting,
  body: object({ post_id: described(Id, 'Id of the post to like') }),
  refuses: ['foreignResource', 'parameterInvalid'],
  example: { path: { id: '2244994945' }, body: { post_id: '2020792285393846272' } },
  handle({ principal: { user }, body, transact, now }, platform) {
    const post = openTo(user, 'post_id', body.post_id, platform);
    if (isRefusal(post)) return post;
    const id = pairId(user.id, post.id);
    if (!platform.tables.likes.get(id))
      transact((write) => write.likes.insert({ id, user_id: user.id, post_id: post.id, at: now }));
    return { status: 200, body: { data: { liked: true } } };
  },
});

export const unlikePost = endpoint({
  ...liking,
  id: 'unlikePost',
  method: 'DELETE',
  path: '/2/users/:id/likes/:post_id',
  summary: 'Take a like back',
  description: 'Removes a like of the acting user. A post that was not liked stays as it is.',
  limits: limits('50 U', '100/24h U', '1 U'),
  self: 'id',
  choices: ['envelope', 'likes', 'reposts', 'relation-order', 'v2-404'],
  params: { ...acting, post_id: described(Id, 'Id of the post to unlike') },
  refuses: ['foreignResource', 'resourceNotFound'],
  example: { path: { id: '2244994945', post_id: '2020792285393846272' } },
  handle({ principal: { user }, path, transact }, platform) {
    const post = platform.tables.posts.get(path.post_id);
    if (!post) return notFound('post', 'post_id', path.post_id, platform);
    const id = pairId(user.id, originalOf(post, platform.tables.posts).id);
    if (platform.tables.likes.get(id)) transact((write) => write.likes.remove(id));
    return { status: 200, body: { data: { liked: false } } };
  },
});

export const getLikingUsers = endpoint({
  ...reading,
  id: 'getLikingUsers',
  path: '/2/posts/:id/liking_users',
  summary: 'List the users who like a post',
  description:
    'Returns the users who like a post, the latest like first. Users whose likes the caller may not see are left out.',
  choices: ['envelope', 'fields', 'v2-404', 'likes', 'relation-order', 'protected-posts', 'blocking'],
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
      tables.likes.range('post_id', post.id),
      call,
      `getLikingUsers ${post.id}`,
      (key) => {
        const user = tables.users.must(tables.likes.must(key).user_id);
        return maySeePostsOf(user, viewer, tables) ? user : undefined;
      },
      platform,
    );
  },
});

export const getLikedPosts = endpoint({
  ...reading,
  id: 'getLikedPosts',
  path: '/2/users/:id/liked_posts',
  summary: 'List the posts that a user likes',
  description:
    'Returns the posts that a user likes, the latest like first. The likes of a protected user are refused unless the caller follows them.',
  limits: limits('75 U, 75 A', '5 U, 5 A', '1 U, 1 A'),
  choices: [
    'envelope',
    'fields',
    'v2-404',
    'post-metrics',
    'likes',
    'relation-order',
    'protected-posts',
    'blocking',
  ],
  params: { id: described(Id, 'Id of the user') },
  ...posts(5),
  refuses: ['resourceNotFound', 'foreignResource', 'parameterInvalid'],
  example: {
    path: { id: '2244994946' },
    query: { 'post.fields': 'created_at,public_metrics', expansions: 'author_id' },
  },
  handle(call, platform) {
    const { tables } = platform;
    const user = findAuthor(call.path.id, viewerOf(call.principal).user, platform);
    if (isRefusal(user)) return user;
    return pageOfPosts(
      tables.likes.range('user_id', user.id),
      call,
      `getLikedPosts ${user.id}`,
      (key) => tables.posts.get(tables.likes.must(key).post_id),
      platform,
    );
  },
});
