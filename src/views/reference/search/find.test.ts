import { entries as told } from '#manual';
import { expect, test } from 'vitest';
import { find, otherNames } from './find.ts';

const entries = await told();
const found = (query: string) => find(entries, query);

test('calls, fields, values and causes are found by their names', () => {
  const hits = found('reply_settings');
  expect(hits.some(({ kind, to }) => kind === 'field' && to === 'createPost/body/reply_settings')).toBe(true);
  expect(found('mentionedUsers').some(({ kind }) => kind === 'value')).toBe(true);
  expect(found('Create a post')[0]).toMatchObject({ kind: 'call', to: 'createPost' });
  expect(found('/2/posts/search/recent')[0]).toMatchObject({ to: 'searchRecentPosts' });
  expect(found('duplicatePost')[0]).toMatchObject({ to: 'createPost/refusals/duplicatePost', code: 187 });
});

test('a search for an exact code finds only its refusals', () => {
  expect(found('187')).toHaveLength(1);
  expect(new Set(found('220').map(({ kind, code }) => `${kind} ${code}`))).toEqual(new Set(['refusal 220']));
  expect(found('220').length).toBeGreaterThan(4);
});

test('what is the same in many calls is one hit that counts the calls', () => {
  const hits = found('reply_count').filter(({ kind }) => kind === 'field');
  expect(hits.length).toBeLessThan(4);
  expect(Math.max(...hits.map(({ calls }) => calls))).toBeGreaterThan(10);
});

test('an everyday word that is not used here leads to the names that are', () => {
  expect(found('favorites')).toEqual([]);
  expect(otherNames('favorites')).toEqual(['like', 'bookmark']);
  for (const name of otherNames('favorites')) expect(found(name).length).toBeGreaterThan(0);
  expect(otherNames('zzz')).toEqual([]);
});
