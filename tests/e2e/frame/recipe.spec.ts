/** Issue 19: a recipe in a link is shown before it replaces anything. */
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

const plan = (page: Page) => page.getByRole('combobox', { name: 'Plan of Northwind' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Set up the world of a recipe' });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const linkOf = (recipe: object) =>
  `#/world?recipe=1.${deflateRawSync(JSON.stringify(recipe)).toString('base64url')}`;

const markup = '<img src=x onerror="document.title=1">';
const tides = {
  ...{ scenario: 1, base: 'small', seed: 'tides-1', clock: { at: '2026-05-04T12:00:00Z', frozen: true } },
  users: [{ username: 'tide_table', name: markup }],
  projects: [{ name: 'Northwind', owner: 'mira_holm', plan: 'free' }],
  apps: [{ id: '777', name: 'Tides', owner: 'mira_holm', project: 'Atlas', permission: 'read-write' }],
  access_tokens: [{ app: 'Tides', user: 'jonas_berg' }],
  receivers: [{ host: 'tides.example', code: 'export default () => new Response("high water");' }],
  call: '#/requests/getMe?app=777&as=jonas_berg&auth=oauth1',
};

test('Issue 19: a link to a world’s recipe says what it holds, and sets that up in another browser', async ({
  page,
  browser,
}) => {
  await page.goto('./#/requests/getMe');
  await plan(page).selectOption('Free');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('200 OK').first()).toBeVisible();
  await page.goto('./#/world');
  await press(page, 'Link to its recipe');
  const copying = page.getByRole('dialog', { name: 'Link to this world’s recipe' });
  await expect(copying).toContainText('starter');
  await expect(copying).toContainText('Northwind, plan free');
  await expect(copying).toContainText('GET /2/users/me');
  await expect(copying).toContainText('It holds no keys, tokens or passwords');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const field = copying.getByRole('textbox', { name: /^The link, [\d,]+ characters$/ });
  const link = await field.inputValue();
  expect(link).toContain('#/world?recipe=1.');
  await copying.getByRole('checkbox', { name: 'With the call in Requests' }).uncheck();
  await expect.poll(async () => (await field.inputValue()).length).toBeLessThan(link.length);
  await press(page, 'Copy link');
  await expect(copying.getByRole('status')).toHaveText(/^(Copied|Not copied)/);

  const context = await browser.newContext({ serviceWorkers: 'block' });
  const other = await context.newPage();
  await other.goto(link);
  await expect(dialog(other)).toContainText('Northwind, plan free');
  await expect(plan(other), 'nothing changes before').toHaveValue('pro');
  await press(other, 'Replace with it');
  await expect(plan(other)).toHaveValue('free');
  await expect(other).toHaveURL(/#\/requests\/getMe/);
  await other.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(other.getByText('200 OK').first()).toBeVisible();
  await context.close();
});

test('Issue 19: it is shown, refused or taken, undone, and not asked about again', async ({ page }) => {
  const seed = page.getByRole('contentinfo').getByText(/^(tides|northwind)-1$/);
  await page.goto(`./${linkOf(tides)}`);
  await expect(dialog(page).getByRole('row', { name: /^Apps/ })).toContainText('9');
  for (const part of ['Tides', 'read-write', 'tides.example', 'tides-1', 'frozen', 'GET /2/users/me', markup])
    await expect(dialog(page)).toContainText(part);
  await dialog(page).getByText('tides.example').click();
  await expect(dialog(page).getByText('high water')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await press(page, 'Keep mine and open the call');
  await expect(page).toHaveURL(/#\/requests\/getMe\?/);
  await expect(plan(page)).toHaveValue('pro');
  await page.reload();
  await expect(plan(page)).toHaveValue('pro');
  await expect(dialog(page)).toBeHidden();

  await page.goto(`./${linkOf(tides)}`);
  await press(page, 'Replace with it');
  await expect(page.getByText('The world of the recipe is set up.')).toBeVisible();
  await expect(seed).toHaveText('tides-1');
  await expect(page).toHaveURL(/#\/requests\/getMe\?/);
  await expect(page.getByRole('combobox', { name: 'Plan of Atlas' })).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('200 OK').first()).toBeVisible();
  await expect(page.getByText('"jonas_berg"').first()).toBeVisible();
  await press(page, 'Undo the import');
  await expect(seed).toHaveText('northwind-1');

  await page.goto(`./${linkOf(tides)}`);
  await press(page, 'Replace with it');
  await expect(seed).toHaveText('tides-1');
  await expect(page).toHaveURL(/#\/requests\/getMe\?/);
  await page.reload();
  await expect(seed).toHaveText('tides-1');
  await expect(dialog(page)).toBeHidden();
  expect(await page.title()).not.toBe('1');
});

test('Issue 19: a recipe that cannot be used says why, and changes nothing', async ({ page }) => {
  const refused: readonly (readonly [link: string, why: string | RegExp])[] = [
    ['#/world?recipe=1.broken', 'It is damaged, or only a part of the link was copied.'],
    [linkOf({ scenario: 2 }), 'A later release of the playground made it.'],
    [
      linkOf({ scenario: 1, apps: [{ name: 'A', owner: 'm', consumer_secret: 's' }] }),
      /apps\[0\]\.consumer_secret is not part of a recipe/,
    ],
    [linkOf({ scenario: 1, base: 'small', apps: [{ name: 'A', owner: 'nobody' }] }), /^apps\[0\]\.owner /],
    [linkOf({ scenario: 1, seed: '0'.repeat(1_000_000) }), 'It has more than 128 KB.'],
  ];
  await page.goto('./');
  await expect(plan(page)).toHaveValue('pro');
  for (const [link, why] of refused) {
    await page.evaluate((to) => (location.hash = to), link);
    await expect(dialog(page).getByText('This recipe cannot be used')).toBeVisible();
    await expect(dialog(page).getByText(why)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Close' }).last().click();
    await expect(page).toHaveURL(/#\/world$/);
  }
  await page.evaluate((to) => (location.hash = to), `#/world?recipe=1.${'A'.repeat(20_000)}`);
  await expect(page.getByText('This link is longer than 16 KB.')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(plan(page)).toHaveValue('pro');
});

test('Issue 19: an embed sets up the world of a recipe at once, and again after a reset', async ({
  page,
  site,
}) => {
  const host = `${site.url}recipe-host.html`;
  await page.route(host, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Tides</title><link rel="icon" href="data:," />
        <script src="embed.js" async></script>
        <svc-playground loading="eager" link="${linkOf(tides)}"></svc-playground>
        <iframe title="two" width="640" height="300" src="embed.html${linkOf({ scenario: 1, posts: [] })}"></iframe>
        <iframe title="three" width="640" height="300" src="embed.html?seed=a${linkOf(tides)}"></iframe>`,
    }),
  );
  await page.goto(host);
  const frame = page.frameLocator('svc-playground >> iframe');
  const send = async () => {
    await frame.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(frame.getByText('200 OK').first()).toBeVisible();
    await expect(frame.getByText('"jonas_berg"').first()).toBeVisible();
  };
  await send();
  await page.evaluate(() =>
    (document.querySelector('svc-playground') as HTMLElement & { reset: () => Promise<void> }).reset(),
  );
  await send();
  await expect(page.frameLocator('[title=two]').getByRole('alert')).toContainText(
    'posts is not part of a recipe',
  );
  await expect(page.frameLocator('[title=three]').getByRole('alert')).toContainText(
    'leave out those of the embed',
  );
});
