/** The users whom the acting user blocks or mutes. Nobody else may see these lists (choice: muting). */
import { v2 } from '../../../spec/apis.ts';
import { json } from '../../../declaration/endpoint.ts';
import { pageMeta, pagination } from '../../../paging/v2.ts';
import { integer, object, withDefault } from '../../../spec/fields.ts';
import { many, UserObject, userSelection } from '../../../social/schemas.ts';
import { acting } from './target.ts';

export const list = {
  api: v2,
  section: '8.3',
  method: 'GET',
  auth: ['oauth1', 'oauth2'],
  self: 'id',
  params: { id: acting },
  query: {
    max_results: withDefault(integer(1, 1000), 100, 'Users on a page'),
    ...pagination,
    ...userSelection,
  },
  answers: { 200: json(many(UserObject, object(pageMeta))) },
  refuses: ['foreignResource', 'parameterInvalid'],
} as const;
