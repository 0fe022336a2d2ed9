import { expect, test } from 'vitest';
import { readLine } from './line.ts';
import { authorOf, spokenOf } from './spoken.ts';
import type { Received } from './stream-reading.svelte.ts';

const users = [{ id: '1', username: 'mira_holm', name: 'Mira Holm' }];
const received = (...texts: string[]): Received => {
  const lines = texts.map((text, at) => ({ number: at + 1, at: 0, text, end: '\n' }));
  return {
    lines,
    raw: lines,
    count: lines.length,
    posts: lines.length,
    keepAlives: 0,
    rawCount: lines.length,
    bytes: 0,
  };
};
const post = (author_id?: string) => JSON.stringify({ data: { id: '7', text: 'Fresh bread.', author_id } });

test('a single post is read out completely, for more of them only the number', () => {
  expect(spokenOf(received(), 0, users)).toBe('');
  expect(spokenOf(received(post('1')), 0, users)).toBe('@mira_holm: Fresh bread.');
  expect(spokenOf(received(post()), 0, users)).toBe('Fresh bread.');
  expect(spokenOf(received(post(), post(), post()), 1, users)).toBe('2 lines more, 3 posts in all');
  expect(spokenOf(received(post()), 1, users)).toBe('');
});

test('an author has a name if it is known', () => {
  const author = (line: object) => {
    const read = readLine(JSON.stringify(line));
    return read.kind === 'post' ? authorOf(read, users) : undefined;
  };
  const data = { id: '7', text: 'x', author_id: '2' };
  expect(author({ data })).toBe('2');
  expect(author({ data: { ...data, author_id: '1' } })).toBe('@mira_holm');
  expect(author({ data, includes: { users: [{ id: '2', username: 'aiko_tan' }] } })).toBe('@aiko_tan');
});
