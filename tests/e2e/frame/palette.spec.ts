import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to or run' });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');

async function open(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

async function run(page: Page, words: string, label: RegExp): Promise<void> {
  await open(page);
  await field(page).fill(words);
  await expect(options(page).first()).toContainText(label);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
}

test('Palette: an endpoint, a view, an App, a person, a plan, a jump, by keys alone', async ({ page }) => {
  await page.goto('./');
  await run(page, 'delpost', /Delete a post/i);
  await expect(page.getByRole('heading', { name: 'Delete a post' })).toBeVisible();
  await run(page, 'doctor', /Doctor/);
  await expect(page.getByRole('heading', { name: 'Signature doctor' })).toBeVisible();
  await run(page, 'pocket sk', /Pocket Sketch/);
  await expect(page.getByText('no plan (Standalone)')).toBeVisible();
  await run(page, 'northwind reader', /Northwind Reader/);
  await run(page, '@aiko', /Aiko[^]*Act as them/);
  await expect(page.getByRole('banner').getByRole('combobox', { name: 'Acting user' })).toHaveValue(
    '2244994947',
  );
  await run(page, 'plan free', /Plan Free/);
  await expect(page.getByRole('combobox', { name: 'Plan of Northwind' })).toHaveValue('free');
  const time = page.getByRole('group', { name: 'Platform clock' }).locator('time');
  const before = Date.parse((await time.getAttribute('datetime'))!);
  await run(page, '+1 h', /Clock \+1 h/);
  await expect
    .poll(async () => Date.parse((await time.getAttribute('datetime'))!))
    .toBeGreaterThanOrEqual(before + 3_600_000);
  await run(page, 'undo jump', /Undo the clock/);
  await expect
    .poll(async () => Date.parse((await time.getAttribute('datetime'))!))
    .toBeLessThan(before + 3_600_000);
  await run(page, 'freeze', /Freeze the clock/);
  await expect(page.getByRole('button', { name: 'Let the clock run' })).toBeVisible();
  await run(page, 'look up aiko', /Aiko Tan.*: look up/);
  await expect(page).toHaveURL(/getUserByUsername\?.*path\.username=aiko_tan/);
  await run(page, 'harbour people', /Harbour people[^]*List by @/);
  await expect(page).toHaveURL(/#\/world\/lists\/\d+/);
  await expect(page.getByText('Harbour people').first()).toBeVisible();
});

test('Q22: Palette: an App and a Project are created, a call is broken, a curl command is pasted', async ({
  page,
}) => {
  await page.goto('./');
  await run(page, 'new app', /Create App/);
  const app = page.getByRole('dialog', { name: 'New App' });
  await expect(app.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await run(page, 'create project', /Create Project/);
  const project = page.getByRole('dialog', { name: 'New Project' });
  await expect(project.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Palette Project');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Palette Project' })).toBeVisible();

  await run(page, 'delpost', /Delete a post/i);
  await run(page, 'portal', /Portal/);
  await run(page, 'break', /Break it/);
  await expect(page.getByRole('heading', { name: 'Delete a post' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Break it' })).toHaveAttribute('aria-selected', 'true');
  await run(page, 'curl', /Paste curl/);
  const curl = page.getByRole('dialog', { name: 'Paste a curl command' });
  await expect(curl.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('curl https://api.svc.example/2/users/me');
  await page.keyboard.press('Control+Enter');
  await expect(curl).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
});

test('Palette: what is typed before the list of endpoints arrives stays, and finds them when it does', async ({
  page,
}) => {
  let arrive = (): void => undefined;
  const asked = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/reference-outlines-*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('./#/portal');
  await open(page);
  await field(page).fill('delpost');
  arrive();
  await expect(options(page).first()).toContainText('Delete a post');
  await expect(field(page)).toHaveValue('delpost');
});

test('Palette: what was run last stands first, and only that is remembered', async ({ page }) => {
  await page.goto('./');
  await run(page, 'portal', /Portal/);
  await open(page);
  await expect(palette(page).getByRole('group', { name: 'Recent' })).toContainText('Portal');
  await expect(options(page).first()).toContainText('Portal');
  const stored = await page.evaluate(() =>
    localStorage.getItem(`svc-playground:recent:1:${location.pathname}`),
  );
  expect(stored).toBe('["view:portal"]');
  await page.evaluate(() =>
    localStorage.setItem(
      `svc-playground:recent:1:${location.pathname}`,
      '[{"id":1},"view:doctor","nothing",7]',
    ),
  );
  await page.reload();
  await open(page);
  await expect(options(page).first()).toContainText('Doctor');
});

test('Palette: chosen from by keys, clean, and it sends nothing', async ({ page }) => {
  await page.goto('./');
  await test.step('arrows, Home and End choose, Esc closes, the focus comes back', async () => {
    const button = page.getByRole('button', { name: /Go to or run/ });
    await button.click();
    await expect(field(page)).toBeFocused();
    const chosen = () => palette(page).getByRole('option', { selected: true });
    await expect(chosen()).toContainText('Learn');
    await page.keyboard.press('ArrowDown');
    await expect(chosen()).toContainText('Requests');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(chosen()).toHaveText((await options(page).last().textContent())!);
    await expect(field(page)).toHaveAttribute('aria-activedescendant', (await chosen().getAttribute('id'))!);
    await field(page).fill('qqqqqzzzzz');
    await expect(palette(page)).toContainText('Nothing found.');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    await expect(button).toBeFocused();
  });
  await test.step('axe finds nothing, and nothing scrolls sideways', async () => {
    const { width, height } = page.viewportSize()!;
    const fits = () => palette(page).evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth);
    await open(page);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await field(page).fill('post');
    await expect(options(page).first()).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await fits()).toBe(true);
    await page.setViewportSize({ width: 390, height: 844 });
    if (proving) expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await fits()).toBe(true);
    await page.setViewportSize({ width, height });
  });
  await test.step('nothing is sent by it, and every entry says what Enter does', async () => {
    await field(page).fill('');
    await expect(options(page).first()).toContainText('Learn');
    for (const option of await options(page).all())
      expect(await option.locator('.does').textContent()).toMatch(/\w/);
    await field(page).fill('DEL');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('region', { name: 'Response', exact: true }).getByText(/^20\d /)).toHaveCount(
      0,
    );
  });
});
