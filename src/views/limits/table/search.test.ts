import { expect, it } from 'vitest';
import type { EndpointOutline } from '../../../../worker/api.ts';
import { found, matching } from './search.ts';

const endpoint = (id: string, method: string, path: string, familyName: string) =>
  ({ id, method, path, familyName, summary: `Does ${id}`, aliases: [] }) as unknown as EndpointOutline;
const endpoints = [
  endpoint('getPost', 'GET', '/2/posts/:id', 'Posts'),
  endpoint('deletePost', 'DELETE', '/2/posts/:id', 'Posts'),
  endpoint('getUser', 'GET', '/2/users/:id', 'Users'),
];
const ids = (q: string) =>
  matching(endpoints, q).map(({ name, endpoints: some }) => [name, ...some.map(({ id }) => id)]);

it('finds by method, path, family and description; every word must match', () => {
  expect(ids('')).toEqual([
    ['Posts', 'getPost', 'deletePost'],
    ['Users', 'getUser'],
  ]);
  expect(ids(' delete  /2/posts ')).toEqual([['Posts', 'deletePost']]);
  expect(ids('get users')).toEqual([['Users', 'getUser']]);
  expect(found(matching(endpoints, 'nothing like it'))).toBe(0);
});
