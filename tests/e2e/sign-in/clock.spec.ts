import type { Page } from '@playwright/test';
import { isClean, press } from '../../support/mini-browser.ts';
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';
import { bar, button, clockRuns, clockStands, openFlow, outcome, question } from '../../support/sign-in.ts';

async function runToQuestion(page: Page): Promise<void> {
  await press(page, question(page));
  await expect(page.getByText(/Step \d is yours/).first()).toBeVisible();
  await clockStands(page);
}

/** From an address of the page to the next without loading it again. A flow under way is said after the view's name. */
const leaveFor = (page: Page, view: string) =>
  page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link', { name: new RegExp(`^${view}`) })
    .click();

test('P6: the clock runs while another view is open, and stops again with the flow where it was', async ({
  page,
}) => {
  await openFlow(page, 'oauth1-callback');
  await runToQuestion(page);
  await leaveFor(page, 'Portal');
  await expect(page.getByRole('heading', { name: 'Portal', exact: true })).toBeAttached();
  await clockRuns(page);
  const time = page.getByRole('group', { name: 'Platform clock' }).locator('time');
  const shown = async () => Date.parse((await time.getAttribute('datetime'))!);
  const before = await shown();
  await page.getByRole('button', { name: '+1 min', exact: true }).click();
  await expect.poll(shown).toBeGreaterThanOrEqual(before + 60_000);
  await leaveFor(page, 'Sign-in');
  await expect(bar(page)).toContainText('5 of 14, the clock stands still');
  await expect(bar(page)).toContainText(/It ran for [1-9]\d* min( \d+ s)? while you were away/);
  await isClean(page);
  await press(page, button(page, 'Run all'));
  await expect(outcome(page)).toContainText('Your app holds');
  await clockRuns(page);

  // Another flow lets it run, too.
  await runToQuestion(page);
  await page.getByRole('link', { name: /OAuth 2.0 with PKCE/ }).click();
  await expect(button(page, 'Start')).toBeVisible();
  await clockRuns(page);
});

test('P6: after a reload the flow has ended, says so, and the clock runs', async ({ page }) => {
  await openFlow(page, 'oauth1-callback');
  await runToQuestion(page);
  await page.reload();
  const line = page.getByText(/The flow “OAuth 1.0a, callback” ended with its page, after 5 of 14 messages/);
  await expect(line.first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'The flow before' })).toContainText('The clock runs again.');
  // Beside the notice nothing leads to where the person is.
  await expect(page.getByRole('button', { name: 'Open Sign-in' })).toHaveCount(0);
  await clockRuns(page);
  await isClean(page);
  // A second reload loses no word of it.
  await page.reload();
  await expect(page.getByRole('region', { name: 'The flow before' })).toContainText(
    'Lost with it: the request token',
  );
  await press(page, button(page, 'Start'));
  await expect(bar(page)).toContainText('2 of 14, the clock stands still');
  await expect(page.getByRole('region', { name: 'Sequence' })).not.toContainText('ended with its page');
});

test('P6: the choices survive a reload, the flow’s secrets do not, and it starts again with the same inputs', async ({
  page,
}) => {
  await openFlow(page, 'pkce', '?as=jonas_berg&scopes=users.read%20dm.read');
  await page.getByRole('switch', { name: /state/i }).check();
  await runToQuestion(page);
  await press(page, question(page));
  await expect(page.getByText('Step 6 is yours').first()).toBeVisible();
  await page.reload();
  const exchange = page.getByRole('region', { name: 'The flow before' });
  await expect(exchange).toContainText('after 5 of 12 messages');
  await expect(exchange).toContainText(
    'Lost with it: the code_verifier and the state that your app had made up',
  );
  await expect(exchange).toContainText(
    /Northwind Reader, @jonas_berg, the scopes users\.read dm\.read, broken by “.*state.*”/i,
  );
  await isClean(page);
  await press(page, button(page, 'Begin again, up to message 5'));
  await expect(bar(page)).toContainText('5 of 12, the clock stands still');
  await expect(page.getByText('Step 6 is yours').first()).toBeVisible();
  await expect(page.getByRole('switch', { name: /state/i })).toBeChecked();
  await press(page, button(page, 'Run all'));
  await expect(outcome(page)).toContainText('It ended here, as it should');
  await page.reload();
  await expect(page.getByRole('region', { name: 'Exchange' })).toBeVisible();
  await expect(exchange).toHaveCount(0);
});

test('P6: a second tab says who holds the clock; once that one is closed the clock runs, and a way leads to the flow', async ({
  page,
  context,
}) => {
  await openFlow(page, 'pkce');
  await runToQuestion(page);
  const second = await context.newPage();
  await second.goto('./#/portal');
  await expect(second.getByText('A sign-in flow in another tab holds the clock still.')).toBeVisible();
  await page.close();
  await expect(second.getByText('The flow “OAuth 2.0 with PKCE” ended with its page')).toBeVisible();
  await clockRuns(second);
  await second.getByRole('button', { name: 'Open Sign-in' }).click();
  await expect(button(second, 'Start')).toBeVisible();
});

test('P6: a page that checks for an abandoned clock does not prevent a flow from stopping it; nothing that a flow knows is stored', async ({
  page,
}) => {
  await openFlow(page, 'pkce');
  const letGo = await page.evaluateHandle(
    () =>
      new Promise<() => void>((given) => {
        const key = `svc-playground:flow${new URL('.', document.baseURI).pathname}`;
        void navigator.locks.request(key, { mode: 'shared' }, () => new Promise<void>((done) => given(done)));
      }),
  );
  const waiting = () =>
    page.evaluate(async () => (await navigator.locks.query()).pending!.map(({ mode }) => mode));
  await press(page, question(page));
  await expect.poll(waiting).toEqual(['exclusive']);
  await letGo.evaluate((done) => done());
  await expect(page.getByText(/Step \d is yours/).first()).toBeVisible();
  await clockStands(page);

  await page.getByRole('button', { name: /302 to/ }).click();
  const verifier = await page
    .getByRole('row', { name: /^code_verifier/ })
    .getByRole('cell')
    .first()
    .innerText();
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries({ ...localStorage }), Object.entries({ ...sessionStorage })]),
  );
  expect(kept).toContain('pkce');
  expect(kept).not.toMatch(/verifier|secret|svc_session/);
  expect(kept).not.toContain(verifier);
});

test('P6: the content of the storage is not trusted', async ({ page }) => {
  await openFlow(page, 'pkce');
  const hostile = ['"', '{"version":1,"flow":"<b>","done":1,"of":2}', '{}', 'null', 'x'.repeat(5000)];
  for (const text of proving ? hostile : hostile.slice(0, 2)) {
    await page.evaluate((stored) => {
      localStorage.setItem(`svc-playground:flow${location.pathname}`, stored);
    }, text);
    await page.reload();
    await expect(button(page, 'Start')).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem(`svc-playground:flow${location.pathname}`)))
      .toBeNull();
  }
  await clockRuns(page);
});

test('P6: a clock that a person froze stays frozen, over a reload and in Sign-in', async ({ page }) => {
  await openFlow(page, 'app-only');
  await button(page, 'Freeze the clock').click();
  await expect(button(page, 'Let the clock run')).toBeVisible();
  await page.reload();
  await expect(button(page, 'Start')).toBeVisible();
  await press(page, button(page, 'Run all'));
  await expect(outcome(page)).toContainText('Your app holds');
  await expect(button(page, 'Let the clock run')).toBeVisible();
});
