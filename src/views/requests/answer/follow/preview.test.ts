import { expect, it } from 'vitest';
import { openSession } from '../../../../../tests/support/session.ts';
import { previewOf } from './preview.ts';

it('shows a post and its author, a user, and other kinds that the engine shows by id (Q17)', async () => {
  const { playground } = await openSession();
  const { rows } = await playground.ask('explorer.find', 'posts', '', 0, 1);
  const [post] = rows;
  if (!post) throw new Error('The world has no post');
  const preview = previewOf(post);
  expect(preview).toMatchObject({ title: `@${String(post['author'])}`, text: post['text'] });
  expect(preview.by).toMatch(/^\d+ \w{3} \d{4}, \d\d:\d\d:\d\d$/);
  expect(preview.facts.map(([name]) => name)).toContain('like_count');

  const user = await playground.ask('explorer.look', 'users', '2244994945');
  if (!user) throw new Error('The world has no such user');
  expect(previewOf(user)).toMatchObject({ title: user['name'], by: '@mira_holm', text: user['description'] });

  const lists = await playground.ask('explorer.find', 'lists', '', 0, 1);
  for (const row of lists.rows) {
    expect(previewOf(row)).toMatchObject({ title: row['name'], by: `@${String(row['owner'])}` });
    expect(previewOf(row).facts.map(([name]) => name)).toContain('member_count');
  }
});

it('shows only what is known', () => {
  expect(previewOf({ id: '7' })).toEqual({ title: '7', by: '', text: '', facts: [] });
});
