import { v2 } from '../../../spec/apis.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { limits } from '../../../spec/limits.ts';
import { pageMeta } from '../../../paging/v2.ts';
import {
  characters,
  described,
  integer,
  object,
  optional,
  string,
  withDefault,
} from '../../../spec/fields.ts';
import { refuseValue } from '../../../spec/problems.ts';
import { many, UserObject, userSelection } from '../../../social/schemas.ts';
import { wordsOf } from '../../../search/words.ts';
import type { User } from '../../../state/tables/accounts.ts';
import { pageOfUsers } from '../pages/pages.ts';

export const searchUsers = endpoint({
  id: 'searchUsers',
  api: v2,
  method: 'GET',
  path: '/2/users/search',
  section: '8.3',
  summary: 'Search users by name, username and description',
  description:
    'Returns the users whose name, username or description has words that begin with the words of the query. The newest account comes first.',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['users.read', 'post.read'],
  limits: limits('900 U, 300 A'),
  choices: ['envelope', 'fields', 'cells', 'email-consent', 'profile-image', 'post-metrics', 'user-search'],
  query: {
    query: described(characters(1, 50), 'Words, or beginnings of words, that the user has'),
    max_results: withDefault(integer(1, 1000), 100, 'Users on a page'),
    next_token: optional(string({ most: 200 }), 'next_token or previous_token of another page'),
    ...userSelection,
  },
  answers: { 200: json(many(UserObject, object(pageMeta))) },
  refuses: ['parameterInvalid'],
  example: { query: { query: 'mira', 'user.fields': 'description' } },
  handle(call, platform) {
    const { users } = platform.tables;
    const { query } = call.query;
    const sought = wordsOf(query);
    if (sought.length === 0)
      return refuseValue('query parameter', 'query', query, 'has no letters or digits to look for');
    return pageOfUsers(
      users.range('all', ''),
      call,
      `searchUsers ${sought.join(' ')}`,
      (id) => {
        const user = users.must(id);
        return isFound(user, sought) ? user : undefined;
      },
      platform,
    );
  },
});

function isFound({ name, username, description }: User, sought: readonly string[]): boolean {
  const words = wordsOf(`${name} ${username} ${description}`);
  return sought.every((each) => words.some((word) => word.startsWith(each)));
}
