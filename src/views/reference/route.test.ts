import { expect, test } from 'vitest';
import { parseRoute } from '../../router.ts';
import { readRoute } from './route.ts';

const endpoints: Parameters<typeof readRoute>[1] = [{ id: 'createPost' }];
const read = (hash: string, known: Parameters<typeof readRoute>[1] = endpoints) => {
  const route = parseRoute(hash);
  return 'problem' in route ? route : readRoute(route, known);
};

test('an address names a call, a part of it and an item in that part', () => {
  expect(read('#/reference')).toEqual({ target: [] });
  expect(read('#/reference/createPost/refusals/duplicatePost')).toEqual({
    target: ['createPost', 'refusals', 'duplicatePost'],
  });
  expect(read('#/reference/createPost/201/data.id')).toEqual({ target: ['createPost', '201', 'data.id'] });
});

test('an invalid address is refused with a reason', () => {
  expect(read('#/reference/nothing')).toHaveProperty('problem', expect.stringContaining('nothing'));
  expect(read('#/reference/nothing', null)).toEqual({ target: ['nothing'] });
  for (const hash of [
    'createPost/a/b/c',
    'createPost?x=1',
    'createPost/%22%5D',
    `createPost/${'x'.repeat(300)}`,
  ])
    expect(read(`#/reference/${hash}`), hash).toHaveProperty('problem');
});
