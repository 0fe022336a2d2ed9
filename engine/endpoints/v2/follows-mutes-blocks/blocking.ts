import { endpoint } from '../../../declaration/endpoint.ts';
import { limits } from '../../../spec/limits.ts';
import { pageOfUsers } from '../pages/pages.ts';
import { list } from './lists.ts';

export const getBlocking = endpoint({
  ...list,
  id: 'getBlocking',
  path: '/2/users/:id/blocking',
  summary: 'List the users whom the acting user blocks',
  description:
    'Returns the users whom the acting user blocks, the latest first. Only the acting user can read this list.',
  scopes: ['post.read', 'block.read', 'users.read'],
  limits: limits('15 U', '5 U', '1 U'),
  choices: ['envelope', 'fields', 'muting', 'blocking', 'relation-order'],
  example: { path: { id: '2244994945' }, query: { 'user.fields': 'description' } },
  handle(call, platform) {
    const { users, blocks } = platform.tables;
    const { user } = call.principal;
    return pageOfUsers(
      blocks.range('source_user_id', user.id),
      call,
      `getBlocking ${user.id}`,
      (key) => users.get(blocks.must(key).target_user_id),
      platform,
    );
  },
});
