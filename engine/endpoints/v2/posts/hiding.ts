import { v2 } from '../../../spec/apis.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { refuse, refuseValue } from '../../../spec/problems.ts';
import { limits } from '../../../spec/limits.ts';
import { boolean, described, Id, object } from '../../../spec/fields.ts';
import { notFound } from '../../../social/renderer.ts';
import { dataOf } from '../../../social/schemas.ts';

export const hideReply = endpoint({
  id: 'hideReply',
  api: v2,
  method: 'PUT',
  path: '/2/posts/:post_id/hidden',
  section: '8.3',
  summary: 'Hide or unhide a reply',
  description:
    'Hides a reply to a post of the acting user, or shows it again. A hidden reply no longer counts in `reply_count`, and can still be read by its id.',
  auth: ['oauth1', 'oauth2'],
  scopes: ['post.read', 'post.moderate.write', 'users.read'],
  limits: limits('50 U', '5 U', '1 U'),
  reply: 'post_id',
  choices: ['envelope', 'v2-404', 'hidden-replies'],
  params: { post_id: described(Id, 'Id of the reply') },
  body: object({ hidden: boolean() }),
  answers: { 200: json(dataOf({ hidden: boolean() })) },
  refuses: ['resourceNotFound', 'foreignResource', 'parameterInvalid'],
  example: { path: { post_id: '2020792285393846272' }, body: { hidden: true } },
  handle({ principal, path: { post_id }, body: { hidden }, transact }, platform) {
    const reply = platform.tables.posts.get(post_id);
    if (!reply) return notFound('post', 'post_id', post_id, platform);
    if (reply.in_reply_to_post_id === null)
      return refuseValue('path parameter', 'post_id', post_id, 'names a post that is not a reply');
    if (reply.in_reply_to_user_id !== principal.user.id)
      return refuse('foreignResource', `post ${post_id} replies to another user's post`);
    if (reply.hidden !== hidden) transact((write) => write.posts.update(post_id, { hidden }));
    return { status: 200, body: { data: { hidden } } };
  },
});
