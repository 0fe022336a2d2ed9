/** JSON can contain half of a surrogate pair, UTF-8 cannot: the stored text has U+FFFD in its place. */
import { describe, expect, test } from 'vitest';
import { start } from '../../testing/platform.ts';
import type { Client } from '../../testing/platform.ts';
import { jonas, mira } from '../../testing/worlds.ts';
import { createCatalog, openCatalogTo, product, putProducts } from '../../testing/merchant.ts';

const half = 'loaf \ud800';
const whole = 'loaf \ufffd';
const rules = '/2/posts/search/stream/rules';

describe('a lone surrogate is kept as U+FFFD', () => {
  test('in the value and the tag of a stream rule, which is then deleted by either', async () => {
    const { as } = await start();
    const bearer = as.bearer();
    const added = await bearer.post(rules, { add: [{ value: `"${half}"`, tag: half }] });
    expect(added.json.data).toMatchObject([{ value: `"${whole}"`, tag: whole }]);
    expect(added.text).not.toContain(String.raw`\ud800`);
    const removed = await bearer.post(rules, { delete: { values: [`"${half}"`] } });
    expect(removed.json.meta).toMatchObject({ summary: { deleted: 1 } });
  });

  const written: Readonly<Record<string, (user: Client) => Promise<unknown>>> = {
    'a post': (user) => user.post('/2/posts', { text: half }),
    'an option of a poll': (user) =>
      user.post('/2/posts', { poll: { options: ['one', half], duration_minutes: 5 } }),
    'a message': (user) => user.post(`/2/dm_conversations/with/${jonas}/messages`, { text: half }),
    'a list': (user) => user.post('/2/lists', { name: half, description: half }),
    'a product': async (user) =>
      putProducts(user, await createCatalog(user, half), product('one', { title: half })),
  };
  test.each(Object.entries(written))('in %s', async (_, write) => {
    const { platform, as } = await start();
    await openCatalogTo(platform, mira);
    await write(as.user('mira_holm', 'Northwind Courier'));
    const { tables } = platform.snapshot();
    const kept = JSON.stringify({ ...tables, exchanges: [] });
    expect(kept).toContain(whole);
    expect(kept).not.toContain(String.raw`\ud800`);
  });
});
