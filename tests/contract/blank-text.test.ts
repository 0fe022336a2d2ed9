/** Invisible texts are refused in every field that people write (choice: blank-text). */
import { describe, expect, test } from 'vitest';
import { start } from '../../testing/platform.ts';
import { jonas, mira } from '../../testing/worlds.ts';
import { openCatalogTo } from '../../testing/merchant.ts';

/** White space, a zero width space, a Hangul filler, an empty Braille cell, a variation selector, a soft hyphen. */
const blanks = [' ', '\n', '\t \u00a0', '\u200b', '\u3164', '\u2800', '\ufe0f', '\u00ad'];
/** Short, and not blank. */
const shown = ['.', '🤝', 'ي', '0', '\u0301'];

const poll = (...options: string[]) => ({ poll: { options, duration_minutes: 5 } });

/** A platform, and each way to write a text, which answers with a status. */
async function writers() {
  const { platform, as } = await start();
  const user = as.user('mira_holm', 'Northwind Courier');
  await openCatalogTo(platform, mira);
  const posting = (path: string, body: (text: string) => object) => async (text: string) =>
    (await user.post(path, body(text))).status;
  return {
    platform,
    writes: {
      'a post': posting('/2/posts', (text) => ({ text })),
      'an option of a poll': posting('/2/posts', (text) => poll('yes', text)),
      'a message': posting(`/2/dm_conversations/with/${jonas}/messages`, (text) => ({ text })),
      'the name of a list': posting('/2/lists', (name) => ({ name })),
      'the name of a catalog': posting(`${platform.adsBaseUrl}/5/product_catalogs`, (name) => ({ name })),
      'the name of a compliance job': async (name: string) =>
        (await as.bearer().post('/2/compliance/jobs', { type: 'posts', name })).status,
    },
  };
}

describe('a text that shows nothing', async () => {
  const { writes } = await writers();
  test.each(Object.entries(writes))('is refused as %s', async (_, write) => {
    for (const text of blanks) expect(await write(text), JSON.stringify(text)).toBe(400);
    expect(await write(' .')).toBeLessThan(300);
  });

  test('says which field is blank', async () => {
    const { as } = await start();
    const answer = await as.user().post('/2/posts', { text: ' ' });
    expect(answer.json.errors[0]!.message).toBe(
      'The `text` body field value [ ] is not visible text: it is blank',
    );
  });
});

test('a post of one character that shows something is made', async () => {
  const { as } = await start();
  for (const text of shown) expect((await as.user().post('/2/posts', { text })).status, text).toBe(201);
});

test('no two options of a poll are the same', async () => {
  const { as } = await start();
  const ask = (...options: string[]) => as.user().post('/2/posts', poll(...options));
  for (const options of [
    ['yes', 'yes'],
    ['yes', ' yes '],
    ['a', 'b', 'c', 'b'],
  ]) {
    const answer = await ask(...options);
    expect([answer.status, answer.code], options.join()).toEqual([400, 214]);
    expect(answer.json.errors[0]!.message).toContain('poll.options');
  }
  expect((await ask('yes', 'Yes', 'no')).status).toBe(201);
});
