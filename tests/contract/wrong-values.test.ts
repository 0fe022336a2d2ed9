/** How a wrong value is reported (choice: v2-400). */
import { expect, test } from 'vitest';
import { utf8 } from '../../engine/index.ts';
import { start } from '../../testing/platform.ts';
import type { Answer } from '../../testing/platform.ts';

const user = '/2/users/2244994945';
const said = (answer: Answer) => answer.json.errors.map(({ message }) => message);

const post = async (body: string) => {
  const { as } = await start();
  return as.user().send({
    method: 'POST',
    path: '/2/posts',
    body: utf8(body),
    headers: [['Content-Type', 'application/json']],
  });
};
const poll = (minutes: string) => `{"text":"x","poll":{"options":["a","b"],"duration_minutes":${minutes}}}`;

test('a numeric id is echoed as it was sent, not rounded', async () => {
  expect(
    said(await post('{"quote_post_id": 12345678901234567891, "text": "1.50 \\" 12345678901234567891"}')),
  ).toEqual(['The `quote_post_id` body field value [12345678901234567891] is not a string']);
  expect(said(await post('{"quote_post_id": 1.50}'))).toEqual([
    'The `quote_post_id` body field value [1.50] is not a string',
  ]);
});

test('a huge duration has one error, which names the bound of the field', async () => {
  for (const [minutes, words] of [
    ['99999999999999999999', 'is more than 10080'],
    ['1e300', 'is more than 10080'],
    ['10081', 'is more than 10080'],
    ['-99999999999999999999', 'is less than 5'],
    ['5.5', 'is not a whole number'],
  ] as const)
    expect(said(await post(poll(minutes)))).toEqual([
      `The \`poll.duration_minutes\` body field value [${minutes}] ${words}`,
    ]);
  const { as } = await start();
  expect(said(await as.bearer().get(`${user}/posts?max_results=99999999999999999999`))).toEqual([
    'The `max_results` query parameter value [99999999999999999999] is not between 5 and 100',
  ]);
});
