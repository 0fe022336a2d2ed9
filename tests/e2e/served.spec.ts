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
  const server = await serve({ port: 0, scenario: 'small', site: 'dist' });
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

    await test.step('a server that stops is missed in a sentence', async () => {
      await server.close();
      const why = `The server at ${server.url} stopped. Start it again, and reload this page.`;
      await expect(status).toContainText(why);
      await expect(page.getByRole('button', { name: 'Reload' }).first()).toBeVisible();
      expect(await violationsInBothSchemes(page)).toEqual([]);
    });
  } finally {
    await context.close();
    await server.close();
  }
});
