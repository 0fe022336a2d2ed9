import { expect, test } from 'vitest';
import { withField } from './use-of.ts';

const schema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    reply_settings: { type: 'string', enum: ['everyone', 'following'] },
    poll: {
      type: 'object',
      required: ['options', 'duration_minutes'],
      properties: {
        options: { type: 'array', items: { type: 'string' }, minItems: 2 },
        duration_minutes: { type: 'integer', minimum: 5 },
        note: { type: 'string' },
      },
    },
  },
} as const;
const added = (json: string, path: string): unknown => JSON.parse(withField(json, path, schema)!);

test('a field is added after the existing ones, with a value within its bounds', () => {
  expect(added('{"text":"Hello"}', 'reply_settings')).toEqual({ text: 'Hello', reply_settings: 'everyone' });
  expect(added('', 'poll')).toEqual({ poll: { options: ['', ''], duration_minutes: 5 } });
});

test('a nested field brings its parents, and keeps their other members', () => {
  expect(added('{}', 'poll.note')).toEqual({ poll: { options: ['', ''], duration_minutes: 5, note: '' } });
  expect(added('{"poll":{"options":["a","b"]}}', 'poll.note')).toEqual({
    poll: { options: ['a', 'b'], note: '' },
  });
});

test('an existing field keeps its value', () => {
  expect(added('{"text":"Hello"}', 'text')).toEqual({ text: 'Hello' });
});

test('text that is not a JSON object stays as it is typed', () => {
  for (const json of ['{"text":', '[1]', '"text"', 'null'])
    expect(withField(json, 'text', schema)).toBeNull();
  expect(withField('{"poll":"no"}', 'poll.note', schema)).toBeNull();
});
