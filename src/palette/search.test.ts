import { expect, test } from 'vitest';
import type { Entry } from './entries.ts';
import { find, firstOf } from './search.ts';

const entry = (group: string, label: string, more: Partial<Entry> = {}): Entry => ({
  id: label,
  group,
  label,
  does: 'Open it',
  run: () => {},
  ...more,
});

const entries = [
  entry('Views', 'Portal'),
  entry('Apps', 'Northwind Viewer: settings', { words: ['App', 'keys', 'portal'] }),
  entry('Endpoints', 'Hide or unhide a reply', {
    detail: '/2/posts/:id/hidden',
    names: ['hideReply', 'Posts'],
  }),
  entry('Endpoints', 'Look up a user by id', { detail: '/2/users/:id', names: ['getUser', 'Users'] }),
];
entries.push(entry('Do', 'Create App', { names: ['New App'] }));
const found = (query: string): readonly string[] =>
  find(entries, query).map(({ name, entries: of }) => `${name}: ${of.map(({ label }) => label).join(', ')}`);

test('matches of a name rank above matches of a search word', () => {
  expect(found('po')).toEqual([
    'Views: Portal',
    'Endpoints: Hide or unhide a reply',
    'Also found: Northwind Viewer: settings',
  ]);
});

test('a search word alone finds an entry in its own group', () => {
  expect(found('keys')).toEqual(['Apps: Northwind Viewer: settings']);
  expect(found('viewer keys')).toEqual(['Apps: Northwind Viewer: settings']);
});

test('scattered letters count if no word begins with the query', () => {
  expect(found('lkusr')).toEqual(['Endpoints: Look up a user by id']);
  expect(found('zzz')).toEqual([]);
});

test('Q22: the entry that creates an App ranks above Apps whose names contain its letters', () => {
  expect(found('new app')[0]).toBe('Do: Create App');
});

test('the first rows keep their groups, and a group without any has no heading', () => {
  const groups = [
    { name: 'Views', entries: [entry('Views', 'Portal'), entry('Views', 'World')] },
    { name: 'Do', entries: [entry('Do', 'Create App')] },
  ];
  const first = (count: number) =>
    firstOf(groups, count).map(({ name, entries: of }) => [name, ...of.map(({ label }) => label)]);
  expect(first(0)).toEqual([]);
  expect(first(1)).toEqual([['Views', 'Portal']]);
  expect(first(2)).toEqual([['Views', 'Portal', 'World']]);
  expect(firstOf(groups, 3)).toEqual(groups);
  expect(firstOf(groups, 9)).toEqual(groups);
});
