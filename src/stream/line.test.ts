import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLine } from './line.ts';
import { rounds } from '../../tests/support/rounds.ts';

test('a post is read with its author and the rules that matched it', () => {
  const line = {
    data: { id: '7', text: 'Cats.', author_id: '1' },
    includes: {
      users: [
        { id: '2', username: 'b' },
        { id: '1', username: 'a' },
      ],
    },
    matching_rules: [{ id: '5', tag: 'cats' }, { id: '6' }],
  };
  expect(readLine(JSON.stringify(line))).toEqual({
    kind: 'post',
    id: '7',
    text: 'Cats.',
    authorId: '1',
    username: 'a',
    rules: [
      { id: '5', tag: 'cats' },
      { id: '6', tag: null },
    ],
  });
});

test('fields that were not requested are absent', () => {
  expect(readLine('{"data":{"id":"7","text":""}}')).toEqual({
    kind: 'post',
    id: '7',
    text: '',
    authorId: null,
    username: null,
    rules: [],
  });
});

test('the last line of a stream that was broken off gives the reason', () => {
  const line = '{"errors":[{"code":89,"message":"Invalid or expired token."}],"title":"Unauthorized"}';
  expect(readLine(line)).toEqual({ kind: 'error', code: 89, message: 'Invalid or expired token.' });
});

test('a post with an error beside it is a post', () => {
  expect(readLine('{"data":{"id":"7","text":"x"},"errors":[{"message":"m"}]}').kind).toBe('post');
});

test('any other line is shown as it arrived', () => {
  for (const line of ['plain', '{"data":', 'null', '[1]', '{"data":{"id":7,"text":"x"}}', '{"errors":[1]}'])
    expect(readLine(line)).toEqual({ kind: 'other', text: line });
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (line) => void readLine(line)),
    rounds(100, 2000),
  );
});
