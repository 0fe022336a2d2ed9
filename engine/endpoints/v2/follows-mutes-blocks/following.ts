import { v2 } from '../../../spec/apis.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { limits } from '../../../spec/limits.ts';
import { boolean, described, Id } from '../../../spec/fields.ts';
import { follow } from '../../../social/follows.ts';
import { keptApart } from '../../../social/reach.ts';
import { dataOf } from '../../../social/schemas.ts';
import { pairId } from '../../../state/tables/pairs.ts';
import { acting, named, targetInBody, targetInPath } from './target.ts';

const common = {
  api: v2,
  section: '8.3',
  auth: ['oauth1', 'oauth2'],
  scopes: ['follows.write', 'post.read', 'users.read'],
  limits: limits('50 U', '5 U', '1 U'),
} as const;

const choices = ['envelope', 'following', 'relation-order', 'protected-posts'] as const;

export const followUser = endpoint({
  ...common,
  id: 'followUser',
  method: 'POST',
  path: '/2/users/:id/following',
  summary: 'Follow a user',
  description:
    'Follows a user as the acting user. Following a protected user sends a request: `pending_follow` is true until they accept.',
  self: 'id',
  choices: [...choices, 'blocking'],
  params: { id: acting },
  body: named('Id of the user to follow'),
  answers: { 200: json(dataOf({ following: boolean(), pending_follow: boolean() })) },
  refuses: ['foreignResource', 'parameterInvalid'],
  example: { path: { id: '2244994945' }, body: { target_user_id: '2244994946' } },
  handle({ principal: { user }, body, transact, now }, platform) {
    const target = targetInBody(user, body.target_user_id, platform);
    if (isRefusal(target)) return target;
    const apart = keptApart(user.id, target.id, platform);
    if (apart) return apart;
    const { follows, follow_requests } = platform.tables;
    const id = pairId(user.id, target.id);
    const isFollowing = follows.get(id) !== undefined;
    const isPending = !isFollowing && target.protected;
    if (isPending && !follow_requests.get(id))
      transact((write) =>
        write.follow_requests.insert({ id, source_user_id: user.id, target_user_id: target.id, at: now }),
      );
    if (!isFollowing && !isPending)
      transact((write) => {
        follow(user.id, target.id, now, write);
        write.follow_requests.remove(id); // a request from the time when the user was protected
      });
    return { status: 200, body: { data: { following: !isPending, pending_follow: isPending } } };
  },
});

export const unfollowUser = endpoint({
  ...common,
  id: 'unfollowUser',
  method: 'DELETE',
  path: '/2/users/:source_user_id/following/:target_user_id',
  summary: 'Stop following a user',
  description:
    "Ends the acting user's following of a user, or takes back a pending request. Unfollowing a user who is not followed changes nothing.",
  self: 'source_user_id',
  choices: [...choices, 'v2-404'],
  params: { source_user_id: acting, target_user_id: described(Id, 'Id of the user to stop following') },
  answers: { 200: json(dataOf({ following: boolean() })) },
  refuses: ['foreignResource', 'parameterInvalid', 'resourceNotFound'],
  example: { path: { source_user_id: '2244994945', target_user_id: '2244994947' } },
  handle({ principal: { user }, path, transact }, platform) {
    const target = targetInPath(user, path.target_user_id, platform);
    if (isRefusal(target)) return target;
    const id = pairId(user.id, target.id);
    transact((write) => {
      write.follows.remove(id);
      write.follow_requests.remove(id);
    });
    return { status: 200, body: { data: { following: false } } };
  },
});
