import { v2 } from '../../../spec/apis.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { limits } from '../../../spec/limits.ts';
import { boolean, described, Id } from '../../../spec/fields.ts';
import { dataOf } from '../../../social/schemas.ts';
import { pairId } from '../../../state/tables/pairs.ts';
import { pageOfUsers } from '../pages/pages.ts';
import { list } from './lists.ts';
import { acting, named, targetInBody, targetInPath } from './target.ts';

const common = {
  api: v2,
  section: '8.3',
  auth: ['oauth1', 'oauth2'],
  scopes: ['users.read', 'post.read', 'mute.write'],
  limits: limits('50 U', '5 U', '1 U'),
  answers: { 200: json(dataOf({ muting: boolean() })) },
} as const;

const choices = ['envelope', 'muting', 'relation-order'] as const;

export const muteUser = endpoint({
  ...common,
  id: 'muteUser',
  method: 'POST',
  path: '/2/users/:id/muting',
  summary: 'Mute a user',
  description:
    "Hides a user's posts and reposts from the home timeline of the acting user. The muted user is not told.",
  self: 'id',
  choices,
  params: { id: acting },
  body: named('Id of the user to mute'),
  refuses: ['foreignResource', 'parameterInvalid'],
  example: { path: { id: '2244994945' }, body: { target_user_id: '2244994948' } },
  handle({ principal: { user }, body, transact, now }, platform) {
    const target = targetInBody(user, body.target_user_id, platform);
    if (isRefusal(target)) return target;
    const id = pairId(user.id, target.id);
    if (!platform.tables.mutes.get(id))
      transact((write) =>
        write.mutes.insert({ id, source_user_id: user.id, target_user_id: target.id, at: now }),
      );
    return { status: 200, body: { data: { muting: true } } };
  },
});

export const unmuteUser = endpoint({
  ...common,
  id: 'unmuteUser',
  method: 'DELETE',
  path: '/2/users/:source_user_id/muting/:target_user_id',
  summary: 'Stop muting a user',
  description:
    'Shows a muted user in the home timeline of the acting user again. Unmuting a user who is not muted changes nothing.',
  self: 'source_user_id',
  choices: [...choices, 'v2-404'],
  params: { source_user_id: acting, target_user_id: described(Id, 'Id of the user to unmute') },
  refuses: ['foreignResource', 'parameterInvalid', 'resourceNotFound'],
  example: { path: { source_user_id: '2244994945', target_user_id: '2244994946' } },
  handle({ principal: { user }, path, transact }, platform) {
    const target = targetInPath(user, path.target_user_id, platform);
    if (isRefusal(target)) return target;
    transact((write) => write.mutes.remove(pairId(user.id, target.id)));
    return { status: 200, body: { data: { muting: false } } };
  },
});

export const getMuting = endpoint({
  ...list,
  id: 'getMuting',
  path: '/2/users/:id/muting',
  summary: 'List the users whom the acting user mutes',
  description:
    'Returns the users whom the acting user mutes, the latest first. Only the acting user can read this list.',
  scopes: ['mute.read', 'post.read', 'users.read'],
  limits: limits('15 U', '100/24h U', '1/24h U'),
  choices: [...choices, 'fields'],
  example: { path: { id: '2244994945' }, query: { 'user.fields': 'description' } },
  handle(call, platform) {
    const { users, mutes } = platform.tables;
    const { user } = call.principal;
    return pageOfUsers(
      mutes.range('source_user_id', user.id),
      call,
      `getMuting ${user.id}`,
      (key) => users.get(mutes.must(key).target_user_id),
      platform,
    );
  },
});
