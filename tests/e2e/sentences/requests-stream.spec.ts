/** What the pane of a stream says is compared with the rules, the posts and the log of the platform behind it. */
import type { Page } from '@playwright/test';
import { keepAliveMs } from '../../../engine/endpoints/v2/search/connections.ts';
import { allowances } from '../../../engine/endpoints/v2/search/rules.ts';
import { longestPost } from '../../../engine/inside.ts';
import type { Exchange, Row } from '../../../engine/inside.ts';
import { must } from '../../../testing/portal.ts';
import { violationsInBothSchemes } from '../../support/axe.ts';
import {
  counted,
  grouped,
  lastCall,
  response,
  send,
  timeOfDay,
  whileAttached,
} from '../../support/attached.ts';
import { expect, test } from '../../support/page.ts';
import { addRules } from '../../support/stream.ts';

const lines = (page: Page) => page.getByRole('log', { name: 'Lines as they come' });
/** "01:05": how long, in minutes and seconds. */
const lasting = (ms: number) => new Date(ms).toISOString().slice(14, 19);
const bytes = (size: number) => (size < 1000 ? `${size} B` : `${(size / 1000).toFixed(1)} KB`);
const textOf = (row: Row) => String(row['text']);

/** null while it is open. */
const ending = ({ outcome }: Exchange) => (outcome.kind === 'stream' ? outcome.ended : null);
/** The page knows at once that it has stopped; the platform, when it hears that the connection is gone. */
async function endOf(stream: () => Exchange) {
  await expect.poll(() => ending(stream())).not.toBeNull();
  return ending(stream())!;
}

test('issue 18: the pane of a stream says what the platform has', async ({ browser }) => {
  await whileAttached(browser, async ({ platform, server, page, elsewhere, open, rows }) => {
    const pane = response(page);
    const now = () => platform.clock.now();
    const opened = () => platform.exchanges.list().findLast(({ outcome }) => outcome.kind === 'stream')!;
    const [project] = platform.portal.projects();
    const allowed = allowances[project!.plan];
    const shows = (text: string | RegExp) => expect(pane).toContainText(text);
    /** A figure that stands by itself: 2 posts are not 12 posts. */
    const tells = (figure: string) => expect(pane.getByText(figure, { exact: true })).toBeVisible();
    const isOpen = () => shows(`Open for ${lasting(now() - opened().at)}`);
    /** The page stamps what it reads by the clock as it knows it, so it must have heard of the jump. */
    async function jump(ms: number): Promise<void> {
      await platform.clock.advance(ms);
      await expect(page.getByRole('banner')).toContainText(timeOfDay(now()));
    }
    const inForce = () =>
      tells(`${grouped(rows('stream_rules').length)} of ${grouped(allowed.rules)} in force`);

    await test.step('since when it is open, and what came: nothing yet', async () => {
      await open('requests/streamPosts?query.expansions=author_id');
      await send(page);
      await expect(pane.getByText('200 OK').first()).toBeVisible();
      await isOpen();
      await tells('0 posts');
      await tells('0 keep-alives');
      await expect(lines(page)).toContainText('Nothing yet.');
    });

    await test.step('the rules in force, when others add and delete them', async () => {
      await inForce();
      const before = rows('stream_rules').length;
      const [own] = await addRules(elsewhere.bearer(), 'sourdough', 'oven');
      expect(rows('stream_rules')).toHaveLength(before + 2);
      await inForce();
      const remove = { delete: { ids: [own] } };
      expect((await elsewhere.bearer().post('/2/posts/search/stream/rules', remove)).status).toBe(200);
      await inForce();
      const shown = pane.getByRole('list', { name: 'Rules' }).getByRole('listitem');
      await expect(shown).toHaveCount(rows('stream_rules').length);
      for (const [at, rule] of rows('stream_rules').entries()) {
        await expect(shown.nth(at)).toContainText(String(rule['value']));
        await expect(shown.nth(at)).toContainText(String(rule['tag']));
      }
    });

    await test.step('a rule and a post that are written: what they would match', async () => {
      const value = 'clock';
      await pane.getByRole('textbox', { name: 'New rule' }).fill(value);
      await tells(`A valid rule, ${value.length} of ${grouped(allowed.characters)} characters.`);
      const posts = rows('posts');
      const found = posts.filter((post) => /\bclock\b/i.test(textOf(post))).length;
      expect(found).toBeGreaterThan(0);
      await tells(
        `${found} of the last ${counted(posts.length, 'post')} ${found === 1 ? 'matches' : 'match'}.`,
      );
      const text = 'The oven is warm.';
      await pane.getByRole('textbox', { name: 'New post' }).fill(text);
      await tells(`${text.length} of ${longestPost}`);
      const rule = rows('stream_rules').find((each) => each['value'] === 'oven');
      await expect(pane.getByText('Would be found by')).toContainText(String(rule?.['tag']));
      await pane.getByRole('textbox', { name: 'New post' }).fill('');
    });

    await test.step('posts that others make: what was read, by whom, by which rule, and when', async () => {
      await jump(keepAliveMs / 2);
      for (const text of ['The oven is warm.', 'Nobody finds this.', 'A second oven.'])
        expect((await elsewhere.user().post('/2/posts', { text })).status).toBe(201);
      const isNew = (post: Row) => post['created_at'] === now();
      const made = rows('posts').filter((post) => isNew(post) && / oven/.test(textOf(post)));
      expect(made).toHaveLength(2);
      await tells(counted(made.length, 'post'));
      await tells(`${made.length} in the last minute`);
      const items = lines(page).getByRole('listitem');
      await expect(items).toHaveCount(made.length);
      for (const [at, post] of made.entries()) {
        const author = platform.portal.users().find(({ id }) => id === post['author_id']);
        await expect(items.nth(at)).toContainText(`@${author?.username}`);
        await expect(items.nth(at)).toContainText(textOf(post));
        await expect(items.nth(at)).toContainText(String(post['id']));
        await expect(items.nth(at)).toContainText(timeOfDay(Number(post['created_at'])));
        await expect(items.nth(at)).toContainText('tag oven');
      }
    });

    await test.step('after a jump: keep-alives, and how long it is open', async () => {
      const { at } = opened();
      await jump(4 * keepAliveMs);
      await tells(counted(Math.floor((now() - at) / keepAliveMs), 'keep-alive'));
      await tells('0 in the last minute');
      await isOpen();
    });

    await test.step('a second connection: refused while the first is there, and since when that is', async () => {
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await shows(`Stopped by you after ${lasting(now() - opened().at)}`);
      await tells(bytes((await endOf(opened)).bytes));
      await jump(keepAliveMs);
      const { bearer_token } = elsewhere.credential('app', 'Northwind Reader');
      const headers = { authorization: `Bearer ${bearer_token}` };
      const path = `${server.url}/2/posts/search/stream`;
      const leaving = new AbortController();
      // It is kept: an answer that nothing refers to is closed when memory is collected.
      const first = await fetch(path, { headers, signal: leaving.signal });
      expect(first.status).toBe(200);
      const since = now();
      await jump(keepAliveMs);
      await send(page);
      await expect(pane.getByText('429 Too Many Requests').first()).toBeVisible();
      expect(lastCall(platform).trace.some(({ problem }) => problem === 'connectionLimit')).toBe(true);
      await shows(`The first connection was opened at ${timeOfDay(since)} by another client.`);
      leaving.abort();
      await shows('The first connection has ended');
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await expect(first.text()).rejects.toThrow();
    });

    await test.step('why it was broken off, and after a reload how long it was open and how much came', async () => {
      await pane.getByRole('button', { name: 'Connect', exact: true }).click();
      await isOpen();
      await jump(keepAliveMs);
      await isOpen();
      const { appId } = opened();
      must(await platform.do('portal.setSuspended', appId!, true));
      const { reason, at, bytes: size } = await endOf(opened);
      await shows(`Interrupted after ${lasting(at - opened().at)}`);
      await shows(new RegExp(`${reason}\\.`, 'i'));
      await page.reload();
      await shows(`Open for ${lasting(at - opened().at)}, ${bytes(size)}`);
      await shows(new RegExp(`${reason}\\.`, 'i'));
    });
  });
});
