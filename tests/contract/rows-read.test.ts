/** The trace of a call counts the rows that it read, including those of authentication. */
import { expect, test } from 'vitest';
import { start } from '../../testing/platform.ts';
import type { Answer } from '../../testing/platform.ts';

const handled = ({ exchange }: Answer) => exchange.trace.find(({ verb }) => verb === 'Handled')!.text;

test('a call that shows its own user records the rows it read, and so does one that creates a post', async () => {
  const { as } = await start();
  const me = handled(await as.user().get('/2/users/me'));
  expect(me).toMatch(/^with [1-9]\d* rows? read$/);
  expect(handled(await as.user().get('/2/users/me'))).toBe(me);
  expect(handled(await as.user().post('/2/posts', { text: 'A loaf' }))).toMatch(/^with [1-9]\d* rows? read$/);
});
