import { expect, it } from 'vitest';
import { picked } from './picked.ts';

const field = (name: string, schema = {}) =>
  ({ name, in: 'path', required: true, schema, description: '' }) as const;

it.each([
  ['id', '/2/users/:id/posts', 'user'],
  ['id', '/2/posts/:id', 'post'],
  ['id', '/2/dm_events/:id', 'event'],
  ['ids', '/2/posts', 'post'],
  ['usernames', '/2/users/by', 'username'],
  ['target_user_id', '/2/users/:source_user_id/following/:target_user_id', 'user'],
  ['max_results', '/2/dm_events', null],
])('%s of %s is one of: %s', (name, path, kind) => expect(picked(field(name), path)).toBe(kind));

it('is a time where the schema says so', () => {
  expect(picked(field('start_time', { format: 'date-time' }), '/2/posts')).toBe('time');
});
