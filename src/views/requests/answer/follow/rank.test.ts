import { expect, it } from 'vitest';
import type { TakenValue } from '#reference';
import { ranked } from './rank.ts';

const methods: Record<string, string> = {
  read: 'GET',
  list: 'GET',
  remove: 'DELETE',
  reply: 'POST',
  search: 'GET',
};
const place = (endpoint: string, where: TakenValue['in']) =>
  ({ endpoint, name: 'id', in: where, kind: 'post' }) as TakenValue;

it('puts what reads before what changes, and the thing itself before what mentions it', () => {
  const all = [
    place('remove', 'path'),
    place('reply', 'body'),
    place('search', 'query'),
    place('read', 'path'),
    place('list', 'path'),
  ];
  expect(ranked(all, ({ endpoint }) => methods[endpoint]).map(({ endpoint }) => endpoint)).toEqual([
    'read',
    'list',
    'search',
    'remove',
    'reply',
  ]);
});
