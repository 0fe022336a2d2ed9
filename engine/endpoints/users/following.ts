import { v2 } from '../../spec/apis.ts';
import { endpoint, json } from '../../declaration/endpoint.ts';
import { refuse, refuseValue } from '../../spec/problems.ts';
import type { Refusal } from '../../spec/problems.ts';
import { limits } from '../../spec/limits.ts';
import { boolean, described, Id, object } from '../../spec/fields.ts';
import { follow, followId } from '../../social/follows.ts';
import { namesNo, notFound } from '../../social/renderer.ts';
import { dataOf } from '../../social/schemas.ts';
import type { User } from '../../state/tables/accounts.ts';

const common = {
  api: v2,
  section: '8.3',
  auth: ['oauth1', 'oauth2'],
  scopes: ['follows.write', 'post.read', 'users.read'],
  limits: limits('50 U', '5 U', '1 U'),
} as const;

const source = described(Id, 'Id of the acting user');
const choices = ['envelope', 'following'] as const;

export const followUser = endpoint({
  ...common,
  id: 'followUser',
  method: 'POST',
  path: '/2/users/:id/following',
  summary: 'Follow a user',
  choices: [...choices, 'protected-posts'],
  params: { id: source },
  body: object({ target_user_id: described(Id, 'Id of the user to follow') }),
  answers: { 200: json(dataOf({ following: boolean(), pending_follow: boolean() })) },
  refuses: ['foreignResource', 'parameterInvalid'],
  example: { path: { id: '2244994945' }, body: { target_user_id: '2244994946' } },
  handle({ principal, path, body: { target_user_id: target }, transact, now }, { tables }) {
    const refusal = notOneself(path.id, principal.user, 'body field', target);
    if (refusal) return refusal;
    if (!tables.users.get(target)) return namesNo('user', 'target_user_id', target);
    if (!tables.follows.get(followId(path.id, target)))
      transact((write) => follow(path.id, target, now, write));
    return { status: 200, body: { data: { following: true, pending_follow: false } } };
  },
});

export const unfollowUser = endpoint({
  ...common,
  id: 'unfollowUser',
  method: 'DELETE',
  path: '/2/users/:source_user_id/following/:target_user_id',
  summary: 'Stop following a user',
  choices: [...choices, 'v2-404'],
  params: { source_user_id: source, target_user_id: described(Id, 'Id of the user to stop following') },
  answers: { 200: json(dataOf({ following: boolean() })) },
  refuses: ['foreignResource', 'parameterInvalid', 'resourceNotFound'],
  example: { path: { source_user_id: '2244994945', target_user_id: '2244994947' } },
  handle({ principal, path: { source_user_id, target_user_id: target }, transact }, platform) {
    const refusal = notOneself(source_user_id, principal.user, 'path parameter', target);
    if (refusal) return refusal;
    if (!platform.tables.users.get(target)) return notFound('user', 'target_user_id', target, platform);
    transact((write) => write.follows.remove(followId(source_user_id, target)));
    return { status: 200, body: { data: { following: false } } };
  },
});

/** Why this source may not follow or unfollow this target (choice: following); null when it may. */
function notOneself(
  source: string,
  user: User,
  place: 'body field' | 'path parameter',
  target: string,
): Refusal<'foreignResource' | 'parameterInvalid'> | null {
  if (source !== user.id) return refuse('foreignResource', `user ${source} is not the acting user`);
  return target === source ? refuseValue(place, 'target_user_id', target, 'names the acting user') : null;
}
