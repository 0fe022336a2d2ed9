import { viewerOf } from '../../../auth/viewer.ts';
import { v2 } from '../../../spec/apis.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { isRefusal, refuse } from '../../../spec/problems.ts';
import { limits } from '../../../spec/limits.ts';
import {
  atLeastOne,
  boolean,
  described,
  Id,
  integer,
  listOf,
  named,
  object,
  oneOf,
  optional,
  string,
} from '../../../spec/fields.ts';
import { findPost } from '../../../social/lookup.ts';
import { notFound, Renderer } from '../../../social/renderer.ts';
import { removePost } from '../../../social/deleting.ts';
import { PollMinutes, PollOptions, PostText } from '../../../social/inputs.ts';
import { insertPost } from '../../../social/posts.ts';
import { objection, towardsOriginals } from '../../../social/posting.ts';
import { dataOf, many, one, postSelection, PostObject } from '../../../social/schemas.ts';

const seeing = [
  'envelope',
  'fields',
  'v2-404',
  'post-metrics',
  'reposts',
  'protected-posts',
  'blocking',
] as const;

export const getPosts = endpoint({
  id: 'getPosts',
  api: v2,
  method: 'GET',
  path: '/2/posts',
  section: '8.3',
  summary: 'Look up posts by their ids',
  description:
    'Returns up to 100 posts in the order of their ids in the call. Posts that do not exist or that the caller may not see are listed in `errors`, beside the posts that were found.',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['post.read', 'users.read'],
  limits: limits('900 U, 450 A', '15 U, 15 A', '1 U, 1 A'),
  choices: seeing,
  query: { ids: described(listOf(Id, 100), '1 to 100 ids of posts, separated by commas'), ...postSelection },
  answers: { 200: json(many(PostObject, object({ result_count: integer() }))) },
  refuses: [],
  example: { query: { ids: '2020777185899446272,2020792285393846272' } },
  handle({ principal, query }, platform) {
    const renderer = new Renderer(platform, query, viewerOf(principal));
    const data: object[] = [];
    for (const id of new Set(query.ids)) {
      const post = renderer.find(id, 'ids');
      if (post) data.push(renderer.post(post));
    }
    return {
      status: 200,
      body: { ...(data.length > 0 && { data }), ...renderer.rest(), meta: { result_count: data.length } },
    };
  },
});

export const getPost = endpoint({
  id: 'getPost',
  api: v2,
  method: 'GET',
  path: '/2/posts/:id',
  section: '8.3',
  summary: 'Look up a post by its id',
  description: 'Returns one post. Ask for more than its id and text with `post.fields` and `expansions`.',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['users.read', 'post.read'],
  limits: limits('900 U, 450 A', '15 U, 15 A', '1 U, 1 A'),
  choices: seeing,
  params: { id: described(Id, 'Id of the post') },
  query: postSelection,
  answers: { 200: json(one(PostObject)) },
  refuses: ['resourceNotFound', 'foreignResource'],
  example: { path: { id: '2020777185899446272' } },
  handle({ principal, path, query }, platform) {
    const viewer = viewerOf(principal);
    const post = findPost(path.id, viewer.user, platform);
    if (isRefusal(post)) return post;
    const renderer = new Renderer(platform, query, viewer);
    return { status: 200, body: { data: renderer.post(post), ...renderer.rest() } };
  },
});

export const createPost = endpoint({
  id: 'createPost',
  api: v2,
  method: 'POST',
  path: '/2/posts',
  section: '8.3',
  summary: 'Create a post',
  description:
    'Creates a post by the acting user: a text, a poll, a reply or a quote. The same text under the same parent is refused within 24 hours.',
  auth: ['oauth1', 'oauth2'],
  scopes: ['post.write', 'users.read', 'post.read'],
  limits: limits('100 U, 10000/24h A', '100/24h U, 1667/24h A', '17/24h U, 17/24h A'),
  choices: [
    'envelope',
    'app-cell-on-user-endpoint',
    'post-references',
    'repeated-posts',
    'blank-text',
    'community-posts',
    'post-lang',
    'reposts',
    'protected-posts',
    'blocking',
  ],
  body: named(
    'NewPost',
    atLeastOne(
      object({
        text: optional(PostText, '1 to 280 characters'),
        poll: optional(
          object({
            options: described(PollOptions, '2 to 4 options of 1 to 25 characters'),
            duration_minutes: described(PollMinutes, '5 minutes to 7 days'),
          }),
          'A poll',
        ),
        reply: optional(
          object({ in_reply_to_post_id: described(Id, 'Id of the post to reply to') }),
          'Makes the post a reply',
        ),
        quote_post_id: optional(Id, 'Id of a post to quote'),
        reply_settings: optional(oneOf(['everyone', 'following', 'mentionedUsers']), 'Who may reply'),
        community_id: optional(Id, 'Id of a community of which the acting user is a member'),
      }),
      ['text', 'poll', 'quote_post_id'],
      'complete: a post needs text, a quoted post or a poll',
    ),
  ),
  answers: {
    201: json(dataOf({ id: Id, text: string(), edit_history_post_ids: listOf(Id) })),
  },
  refuses: ['parameterInvalid', 'duplicatePost', 'foreignResource'],
  example: { body: { text: 'Hello from the playground' } },
  handle({ principal, body, transact, now }, platform) {
    const refusal = objection(body, principal.user, platform);
    if (refusal) return refusal;
    const { user, app } = principal;
    const said = towardsOriginals(body, platform.tables);
    const post = transact((write) => insertPost(said, user, app, platform.state, write, now));
    return {
      status: 201,
      body: { data: { id: post.id, text: post.text, edit_history_post_ids: [post.id] } },
    };
  },
});

export const deletePost = endpoint({
  id: 'deletePost',
  api: v2,
  method: 'DELETE',
  path: '/2/posts/:id',
  section: '8.3',
  summary: 'Delete a post',
  description:
    'Deletes a post of the acting user, and with it every repost of it. A post by somebody else is refused.',
  auth: ['oauth1', 'oauth2'],
  scopes: ['users.read', 'post.write', 'post.read'],
  limits: limits('50 U', '5 U', '17/24h U, 17/24h A'),
  choices: ['envelope', 'app-cell-on-user-endpoint', 'delete-post'],
  params: { id: described(Id, 'Id of the post') },
  answers: { 200: json(dataOf({ deleted: boolean() })) },
  refuses: ['resourceNotFound', 'foreignResource'],
  example: { path: { id: '2021849250001846272' } },
  handle({ principal, path, transact, now }, platform) {
    const post = platform.tables.posts.get(path.id);
    if (!post) return notFound('post', 'id', path.id, platform);
    if (post.author_id !== principal.user.id)
      return refuse('foreignResource', `post ${post.id} is another user's`);
    transact((write) => removePost(post, now, platform.tables, write));
    return { status: 200, body: { data: { deleted: true } } };
  },
});
