import { expect, it } from 'vitest';
import { tokenise } from './json.ts';
import { followedTokens } from './followed-tokens.ts';

const members = {
  data: { id: 'post', text: { id: 'user' }, referenced_posts: { id: 'post' }, ids: 'user' },
  meta: { next_token: 'page' },
} as const;

const found = (json: object) =>
  Array.from(
    followedTokens(tokenise(JSON.stringify(json))!, members),
    ([token, kind]) => `${kind} ${token.text}`,
  );

it('follows lists and members as the reference describes them', () => {
  expect(
    found({
      data: [
        { id: '1', text: '2', referenced_posts: [{ type: 'quoted', id: '3' }], ids: ['4', '5'] },
        { id: '6', more: { id: '7' } },
      ],
      id: '8',
      meta: { result_count: 2, next_token: 'x' },
    }),
  ).toEqual(['post "1"', 'post "3"', 'user "4"', 'user "5"', 'post "6"', 'page "x"']);
});

it('leaves numbers, empty text and strange names alone', () => {
  expect(found({ data: { id: 7 } })).toEqual([]);
  expect(found({ data: { id: '' } })).toEqual([]);
  expect(found({ constructor: '1', data: { toString: '2', id: null } })).toEqual([]);
  expect(found({ data: 'id' })).toEqual([]);
});

it('looks at each token of a body once', () => {
  const data = Array.from({ length: 5000 }, (_, at) => ({ id: `${at}`, text: 'a', referenced_posts: [] }));
  const tokens = tokenise(JSON.stringify({ data }))!;
  let looks = 0;
  const counted = new Proxy(tokens, {
    get(target, name) {
      if (typeof name === 'string' && /^\d+$/.test(name)) looks++;
      return Reflect.get(target, name) as unknown;
    },
  });
  expect(followedTokens(counted, members).size).toBe(5000);
  expect(looks).toBe(tokens.length);
});
