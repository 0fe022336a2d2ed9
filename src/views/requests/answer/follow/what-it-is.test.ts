import { expect, it } from 'vitest';
import { utf8 } from '../../../../../worker/api.ts';
import type { Exchange, World } from '../../../../../worker/api.ts';
import { whatItIs } from './what-it-is.ts';

const users = [
  { id: '7', username: 'mira_holm', name: 'Mira Holm' },
  { id: '8', username: 'jonas_berg', name: 'Jonas Berg' },
] as unknown as World['users'];
const answer = (body: unknown) =>
  ({
    outcome: { kind: 'response', status: 200, headers: [], body: utf8(JSON.stringify(body)) },
  }) as unknown as Exchange;
const seen = [
  answer({ data: [{ id: '1', text: 'Framed.', author_id: '7' }] }),
  answer({ data: { id: '2', text: 'x'.repeat(80) }, errors: null }),
  { outcome: { kind: 'closed' } } as unknown as Exchange,
];
const words = (kind: Parameters<typeof whatItIs>[0], value: string) => whatItIs(kind, value, { users, seen });

it('names what the world knows, and what answers have shown', () => {
  expect(words('user', '7')).toBe('@mira_holm, Mira Holm');
  expect(words('username', 'mira_holm')).toBe('@mira_holm, Mira Holm');
  expect(words('post', '1')).toBe('A post of @mira_holm: “Framed.”');
  expect(words('post', '2')).toBe(`A post: “${'x'.repeat(60)}…”`);
  expect(words('conversation', '7-8')).toBe('The conversation of @mira_holm and @jonas_berg');
});

it('says only what is known', () => {
  expect(words('user', '9')).toBe('The id of a user');
  expect(words('username', 'who')).toBe('A user, @who');
  expect(words('post', '9')).toBe('The id of a post');
  expect(words('dmEvent', '9')).toBe('The id of a message event');
  expect(words('conversation', '9')).toBe('The id of a conversation');
});
