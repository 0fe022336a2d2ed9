import { expect, test } from 'vitest';
import { placeInJson } from './json-place.ts';

const body = '{\n  "text": "Loaf \\"one\\"",\n  "poll": { "options": ["a", "b"], "duration_minutes": 5 }\n}';

test.each([
  ['text', 'Loaf \\"one\\"'],
  ['poll.options.1', 'b'],
  ['poll.duration_minutes', '5'],
  ['poll.options', '["a", "b"]'],
])('Q15: %s is found as it is written', (path, value) => {
  const place = placeInJson(body, path);
  expect(body.slice(place?.from, place?.to)).toBe(value);
});

test('Q15: typing over a found string leaves valid JSON', () => {
  const { from, to } = placeInJson(body, 'text') ?? { from: 0, to: 0 };
  const typed = `${body.slice(0, from)}Another${body.slice(to)}`;
  expect(JSON.parse(typed)).toMatchObject({ text: 'Another', poll: { duration_minutes: 5 } });
});

test('for a missing member, the place is the end of its parent', () => {
  const { from, to } = placeInJson('{"a": {"b": 1}}', 'a.c') ?? { from: -1, to: 0 };
  expect([from, to]).toEqual([13, 13]);
  expect(placeInJson('{}', 'text')).toEqual({ from: 1, to: 1 });
});

test('text that is not JSON has no place', () => {
  expect(placeInJson('{"text": ', 'text')).toBeNull();
});
