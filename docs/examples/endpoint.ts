import { endpoint, json } from '../../engine/declaration/endpoint.ts';
import { notFound } from '../../engine/social/renderer.ts';
import { v2 } from '../../engine/spec/apis.ts';
import { described, Id, integer, named, object } from '../../engine/spec/fields.ts';
import { limits } from '../../engine/spec/limits.ts';

const dayMs = 86_400_000;

export const getUserAge = endpoint({
  id: 'getUserAge',
  api: v2,
  method: 'GET',
  path: '/2/users/:id/age',
  section: '8.3',
  summary: 'Show how old an account is',
  description: 'Counts the days since a user joined. The first day counts as 0.',
  auth: ['app', 'oauth1'],
  limits: limits('900 U, 300 A', '100/24h U, 500/24h A', '1/24h U, 1/24h A'),
  choices: ['envelope', 'v2-404'],
  params: { id: described(Id, 'Id of the user') },
  answers: {
    200: json(object({ data: named('UserAge', object({ id: Id, days: integer() })) })),
  },
  refuses: ['resourceNotFound'],
  example: { path: { id: '2244994945' } },
  handle({ path: { id }, now }, platform) {
    const user = platform.tables.users.get(id);
    if (!user) return notFound('user', 'id', id, platform);
    return { status: 200, body: { data: { id, days: Math.floor((now - user.created_at) / dayMs) } } };
  },
});
