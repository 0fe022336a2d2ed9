/**
 * What the page says of the platform is compared, state by state, with the platform itself: the page is attached to a
 * platform in this process, whose tables, log and clock are read here without the page.
 */
import type { Page } from '@playwright/test';
import { lastOf } from '../../../engine/inside.ts';
import type { Exchange, Platform } from '../../../engine/inside.ts';
import {
  grouped,
  lastCall,
  minutes,
  response,
  send,
  showsTrace,
  statusOf,
  timeOfDay,
  told,
  whileAttached,
} from '../../support/attached.ts';
import { expect, test } from '../../support/page.ts';

const minute = 60_000;
const left = (until: number | null, { clock }: Platform) => minutes((until ?? NaN) - clock.now());
const clockPost = 'If the clock of your server is five minutes off';

async function showsWindows(page: Page, platform: Platform): Promise<void> {
  for (const window of lastCall(platform).windows) {
    const limits = response(page).getByRole('region', { name: 'Limits this call counts against' });
    await expect(limits).toContainText(`${told(window)} left`);
    await expect(limits).toContainText(`resets in ${left(window.resetAt, platform)}`);
  }
}

test('issue 18: in each state, what the page says is what the platform in another process has', async ({
  browser,
}) => {
  await whileAttached(browser, async ({ platform, page, elsewhere, open, server, rows }) => {
    const user = elsewhere.user();
    const callElsewhere = async (path: string): Promise<Exchange> => (await user.get(path)).exchange;

    await test.step('an answer: status, size, steps, choices, windows', async () => {
      await open('requests');
      await send(page);
      await expect(response(page).getByText('200 OK').first()).toBeVisible();
      const call = lastCall(platform);
      expect(statusOf(call)).toBe(200);
      const size = call.outcome.kind === 'response' ? call.outcome.body.length : 0;
      await expect(response(page).getByText(`${size} B`, { exact: true })).toBeVisible();
      const choices = new Set(call.trace.flatMap((step) => step.choices));
      await expect(response(page).getByRole('button', { name: `${choices.size} assumed` })).toBeVisible();
      await showsTrace(response(page), call);
      await showsWindows(page, platform);
    });

    await test.step('the clock, and what counts down, when others move it', async () => {
      await platform.clock.advance(minute);
      await expect(page.getByRole('banner')).toContainText(timeOfDay(platform.clock.now()));
      await showsWindows(page, platform);
    });

    await test.step('a window that others used up: the refusal and its limit', async () => {
      const before = lastCall(platform).windows[0]!.remaining;
      for (let at = 0; at < before; at++) expect(statusOf(await callElsewhere('/2/users/me'))).toBe(200);
      await page.getByRole('button', { name: /^Send/ }).first().click();
      await expect(response(page).getByText('429 Too Many Requests').first()).toBeVisible();
      const call = lastCall(platform);
      expect(statusOf(call)).toBe(429);
      expect(call.windows[0]!.remaining).toBe(0);
      await showsTrace(response(page), call);
      await showsWindows(page, platform);
    });

    await test.step('a signature that is wrong: the step that refused it, by how much, and no window', async () => {
      await open('requests/getMe?tab=break');
      await page.getByRole('switch', { name: 'Stale timestamp', exact: true }).click();
      await page.getByRole('button', { name: /^Send/ }).first().click();
      await expect(response(page).getByText('401 Unauthorized').first()).toBeVisible();
      const call = lastCall(platform);
      expect(statusOf(call)).toBe(401);
      expect(call.windows).toEqual([]);
      await showsTrace(response(page), call);
      const authorization = call.request.headers.find(([name]) => /^authorization$/i.test(name))?.[1] ?? '';
      const [, sent = ''] = /oauth_timestamp="(\d+)"/.exec(authorization) ?? [];
      const behind = Math.floor(call.at / 1000) - Number(sent);
      await expect(response(page).getByRole('region', { name: 'Refused, as it should be' })).toContainText(
        `${grouped(behind)} s behind the platform`,
      );
    });

    await test.step('Limits: the windows in use and the posts of the month', async () => {
      await callElsewhere('/2/posts/20');
      await open('limits');
      const rows = page.getByRole('table', { name: /^Windows in use/ }).getByRole('row');
      for (const [endpoint, path] of [
        ['getMe', '/2/users/me'],
        ['getPost', '/2/posts/:id'],
      ] as const) {
        const [window] = platform.exchanges
          .list()
          .filter(({ endpointId }) => endpointId === endpoint)
          .flatMap(({ windows }) => windows)
          .slice(-1);
        if (!window) throw new Error(`${endpoint} has no window`);
        const row = rows.filter({ hasText: path });
        await expect(row).toContainText(told(window));
        await expect(row).toContainText(left(window.resetAt, platform));
      }
      await platform.clock.advance(20 * minute);
      await expect(page.getByText('No window is open.')).toBeVisible();
    });

    await test.step('World: what was read, what is left, and the figures of a post', async () => {
      await open('world');
      const articles = page.getByRole('article');
      await expect(articles.nth(3)).toBeVisible();
      const call = lastCall(platform);
      expect(call.endpointId).toBe('getHomeTimeline');
      const read = `Read at ${timeOfDay(call.at)}, ${told(call.windows[0]!)} left.`;
      await expect(page.getByText(read, { exact: false })).toBeVisible();
      const [posts, likes] = [rows('posts'), rows('likes')];
      const post = posts.find(({ text }) => String(text).startsWith(clockPost));
      const liked = likes.filter((like) => like['post_id'] === post?.['id']).length;
      await expect(
        articles.filter({ hasText: clockPost }).getByRole('button', { name: `Like, ${liked}` }),
      ).toBeVisible();
    });

    await test.step('Portal: Apps, plans, e-mails and credentials', async () => {
      await open('portal');
      const main = page.getByRole('main');
      const apps = platform.portal.apps();
      for (const { id, name, plan, appLimit } of platform.portal.projects()) {
        const own = apps.filter(({ projectId }) => projectId === id);
        await expect(main).toContainText(
          new RegExp(`${name}\\s*${plan}\\s*${own.length} of ${appLimit} Apps`, 'i'),
        );
      }
      await expect(main).toContainText(new RegExp(`Mailbox\\s*${platform.portal.notices().length}`));
      await expect(main).toContainText(new RegExp(`Vault\\s*${server.credentials.length}`));
    });

    await test.step('Webhooks: registered, valid, checked again, and an event', async () => {
      await open('webhooks');
      await page.getByRole('button', { name: 'Register', exact: true }).click();
      await page.getByRole('button', { name: 'Make it and register' }).click();
      await expect(page.getByRole('heading', { name: 'Registered, and valid' })).toBeVisible();
      const [webhook] = rows('webhooks');
      expect(webhook).toMatchObject({ valid: true });
      const registered = page.getByRole('navigation', { name: 'Registered' });
      await expect(registered).toContainText(String(webhook?.['url']));
      await expect(registered).toContainText(/valid/);
      await page.getByRole('button', { name: /^Raise the permission and subscribe/ }).click();
      await page.getByRole('link', { name: 'Cause an event' }).click();
      await page.getByRole('button', { name: /^Message @/ }).click();
      const row = page.getByRole('row').filter({ hasText: 'to @mira_holm' });
      await expect(row.getByText('200', { exact: true })).toBeVisible();
      const out = platform.exchanges.list().filter(({ direction }) => direction === 'out');
      expect(statusOf(lastOf(out))).toBe(200);
      expect(rows('activity_events')).toHaveLength(1);
      await expect(page.getByRole('region', { name: 'Subscribed accounts' })).toContainText(
        /@mira_holm\s*1 event/,
      );
    });

    await test.step('Activity: each exchange with its answer, and how many went which way', async () => {
      await open('activity');
      const calls = platform.exchanges.list();
      const main = page.getByRole('main');
      const out = calls.filter(({ direction }) => direction === 'out').length;
      await expect(main).toContainText(`${calls.length} of at most 500 exchanges`);
      await expect(main).toContainText(
        new RegExp(`To the platform\\s*${calls.length - out}\\s*By the platform\\s*${out}`),
      );
      const rows = main.getByRole('option');
      for (const [at, call] of calls.slice(-10).toReversed().entries()) {
        await expect(rows.nth(at)).toContainText(timeOfDay(call.at));
        await expect(rows.nth(at)).toContainText(call.request.method);
        await expect(rows.nth(at)).toContainText(String(statusOf(call)));
        const [window] = call.windows;
        if (window && statusOf(call) < 400) await expect(rows.nth(at)).toContainText(`${told(window)} left`);
      }
    });
  });
});
