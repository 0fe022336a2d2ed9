/** The page that `svc-playground serve --site` serves, over the built page in dist/. */
import type { Credential } from '../../engine/inside.ts';
import { serve } from '../../worker/server/serve.ts';
import type { LocalServer } from '../../worker/server/serve.ts';
import { violationsInBothSchemes } from '../support/axe.ts';
import { expect, test, watch } from '../support/page.ts';

const bearerOf = ({ credentials }: LocalServer): string =>
  credentials.find((each): each is Extract<Credential, { kind: 'app' }> => each.kind === 'app')!.bearer_token;

test('Issue 20: the page of a local server shows what clients do, and sends to the same platform', async ({
  browser,
}) => {
  const options = { scenario: 'small', site: 'dist' };
  const server = await serve({ ...options, port: 0 });
  const servers = [server];
  const context = await browser.newContext();
  const watched = watch(context, server.url);
  const page = await context.newPage();
  const status = page.getByRole('contentinfo');
  const calls = page.getByRole('listbox', { name: 'Exchanges, newest first' }).getByRole('option');
  try {
    await test.step('it says where the platform runs, and offers nothing that a browser alone has', async () => {
      await page.goto(`${server.page}#/activity`);
      await expect(status).toContainText(`The platform runs at ${server.url}`);
      await expect(
        page.getByText('svc is a made-up social network with a real developer platform'),
      ).toBeVisible();
      await expect(page.getByText('running in this tab')).toBeHidden();
      await expect(status.getByRole('button')).toHaveText(['Export', 'Reset']);
    });

    await test.step('a call of a client is seen with its steps', async () => {
      const headers = { authorization: `Bearer ${bearerOf(server)}` };
      const answer = await fetch(`${server.url}/2/users/by/username/mira_holm`, { headers });
      expect(answer.status).toBe(200);
      await expect(calls).toHaveCount(1);
      await calls.first().click();
      const opened = page.getByRole('region', { name: 'Exchange', exact: true });
      await expect(opened.getByRole('heading', { name: '200 OK' })).toBeVisible();
      await opened.getByRole('tab', { name: 'X-ray' }).click();
      await expect(opened).toContainText('Authenticated');
      expect(await violationsInBothSchemes(page)).toEqual([]);
    });

    await test.step('the page sends, and the server has the call', async () => {
      await page.goto(`${server.page}#/requests`);
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      const response = page.getByRole('region', { name: 'Response', exact: true });
      await expect(response.getByText('200 OK').first()).toBeVisible();
      const list = (await (await fetch(`${server.control}/exchanges`)).json()) as { endpointId: string }[];
      expect(list.map(({ endpointId }) => endpointId)).toEqual(['getUserByUsername', 'getMe']);
    });

    await test.step('a reload finds the world as it is', async () => {
      await page.goto(`${server.page}#/activity`);
      await page.reload();
      await expect(calls).toHaveCount(2);
    });

    await test.step('a reset is asked for, and reaches the server', async () => {
      await status.getByRole('button', { name: 'Reset' }).click();
      const dialog = page.getByRole('dialog', { name: 'Reset the playground?' });
      await expect(dialog).toContainText('for every page and client');
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
      await expect(calls).toHaveCount(0);
      expect(server.platform.exchanges.list()).toEqual([]);
    });

    expect(watched.left, 'requests that left the page').toEqual([]);
    expect(watched.faults, 'console errors and uncaught exceptions').toEqual([]);

    await test.step('a server that stops is missed in a sentence, and found when it is back', async () => {
      await server.close();
      const why = `The server at ${server.url} stopped. This page attaches again when the server is back.`;
      await expect(status).toContainText(why);
      expect(await violationsInBothSchemes(page)).toEqual([]);
      const back = await serve({ ...options, port: Number(new URL(server.url).port) });
      servers.push(back);
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await expect(status).toContainText(`The platform runs at ${server.url}`);
      await expect(page.getByText(`Attached to the server at ${server.url} again.`)).toBeVisible();
      const headers = { authorization: `Bearer ${bearerOf(back)}` };
      expect((await fetch(`${back.url}/2/users/by/username/mira_holm`, { headers })).status).toBe(200);
      await expect(calls).toHaveCount(1);
    });
  } finally {
    await context.close();
    for (const each of servers) await each.close();
  }
});

test('Issue 20: a page under another name that leads to this machine reads and changes nothing', async ({
  playwright,
  launchOptions,
  outside,
}) => {
  const server = await serve({ port: 0, scenario: 'small', frozen: true, site: 'dist' });
  const evil = server.url.replace('127.0.0.1', 'evil.example');
  const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP evil.example 127.0.0.1'];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const state = () => JSON.stringify([server.platform.snapshot().tables, server.platform.clock.now()]);
  try {
    const before = state();
    const proxy = { server: outside.proxy, bypass: '127.0.0.1, evil.example' };
    const page = await browser.newPage({ proxy });
    expect((await page.goto(evil))?.status()).toBe(403);
    const tried = await page.evaluate(
      async ({ bases, authorization }) => {
        const answered = (address: string, init?: RequestInit) =>
          fetch(address, init).then(
            ({ status }) => status,
            () => 'kept from it',
          );
        const opened = (target: EventTarget) =>
          new Promise((resolve) => {
            target.addEventListener('open', () => resolve('opened'));
            target.addEventListener('error', () => resolve('kept from it'));
          });
        const json = { 'content-type': 'application/json' };
        const jump = { method: 'POST', headers: json, body: '{"advance":60000}' };
        const tries = bases.map((base) =>
          Promise.all([
            answered(`${base}/2/users/me`, { headers: { authorization } }),
            answered(`${base}/2/posts`, { method: 'POST', headers: json, body: '{"text":"Mine"}' }),
            answered(`${base}/__playground/credentials`),
            answered(`${base}/__playground/clock`, jump),
            answered(`${base}/__playground/site/`),
            opened(new EventSource(`${base}/__playground/exchanges/live`)),
            opened(new WebSocket(`${base.replace('http', 'ws')}/2/users/me`)),
          ]),
        );
        // A request without a preflight arrives, whatever its answer is.
        const plain = { method: 'POST', mode: 'no-cors', body: jump.body } as const;
        for (const base of bases) await fetch(`${base}/__playground/clock`, plain);
        return Promise.all(tries);
      },
      { bases: [evil, server.url], authorization: `Bearer ${bearerOf(server)}` },
    );
    const kept = 'kept from it';
    expect(tried).toEqual([
      [403, 403, 403, 403, 403, kept, kept],
      [kept, kept, kept, kept, kept, kept, kept],
    ]);
    await page.evaluate((action) => {
      const form = document.body.appendChild(document.createElement('form'));
      Object.assign(form, { method: 'post', action }).submit();
    }, `${server.url}/2/posts`);
    await expect(page.getByText('may not call the platform')).toBeVisible();
    expect(server.platform.exchanges.list()).toEqual([]);
    expect(state()).toBe(before);
  } finally {
    await browser.close();
    await server.close();
  }
});
