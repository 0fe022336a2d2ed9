import { expect, test } from 'vitest';
import { changedJson, valueInJson } from './json-body.ts';

const body = '{"text":"x","poll":{"options":["a",""],"duration_minutes":4}}';
const changed = (path: string, value: string | null, name?: string): unknown =>
  JSON.parse(changedJson(body, path, value, name));

test('a member is read, changed, renamed in its place and left out', () => {
  expect(valueInJson(body, 'poll.duration_minutes')).toBe('4');
  expect(valueInJson(body, 'text')).toBe('x');
  expect(valueInJson(body, 'poll.nothing')).toBeNull();
  expect(changed('poll.duration_minutes', '5')).toMatchObject({ poll: { duration_minutes: 5 } });
  expect(changed('poll.options.1', '"b"')).toMatchObject({ poll: { options: ['a', 'b'] } });
  expect(Object.keys(changed('text', '"y"', 'words') as object)).toEqual(['words', 'poll']);
  expect(changed('poll', null)).toEqual({ text: 'x' });
  expect(changed('lang', '"en"')).toMatchObject({ text: 'x', lang: 'en' });
});

test('text that is not JSON stays unchanged', () => {
  expect(changedJson('{', 'text', '"x"')).toBe('{');
  expect(valueInJson('{', 'text')).toBeNull();
});
