/** One part of the playground in a page of somebody else (docs/embed.md). */
import { violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

const post = '#/requests/createPost?body=%7B%22text%22%3A%22High+water+at+19%3A25.%22%7D';

test('a plain iframe shows one call, sends it in a world of its own, and keeps nothing in the browser', async ({
  page,
  site,
}) => {
  const host = `${site.url}article.html`;
  await page.route(host, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Posting the tides</title><link rel="icon" href="data:," />
        <iframe title="one" width="640" height="700" src="embed.html?endpoint=createPost&heading-level=4${post}"></iframe>
        <iframe title="two" width="320" height="700" src="./${post}"></iframe>`,
    }),
  );
  await page.goto(host);
  const one = page.frameLocator('[title=one]');
  await expect(one.getByRole('heading', { name: 'Create a post' })).toHaveAttribute('aria-level', '4');
  await one.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(one.getByText('201 Created').first()).toBeVisible();
  await expect(one.getByText('"High water at 19:25."').first()).toBeVisible();
  await one.getByRole('button', { name: 'X-ray' }).click();
  await expect(one.getByText('Authenticated')).toBeVisible();
  await expect(one.getByRole('link', { name: 'Open in the playground' })).toHaveAttribute(
    'href',
    /^\.\/#\/requests\/createPost\?body=.*High/,
  );

  // A framed page of the playground is an embed too: here nobody has written anything yet.
  const two = page.frameLocator('[title=two]');
  await two.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(two.getByText('201 Created').first()).toBeVisible();
  await expect(two.getByRole('navigation')).toHaveCount(0);

  const kept = await page.evaluate(async () => ({
    databases: await indexedDB.databases(),
    local: localStorage.length,
    session: sessionStorage.length,
    cookies: document.cookie,
    locks: await navigator.locks.query(),
  }));
  expect(kept).toEqual({
    ...{ databases: [], local: 0, session: 0, cookies: '' },
    locks: { held: [], pending: [] },
  });
});

test('an embed leaves out what it is told to, wears its theme, and says what it does not understand', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(
    `./embed.html?hide=signature,limits,x-ray,headers,authorization&readonly&theme=dark${post}`,
  );
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('201 Created').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  for (const name of ['Signature', 'X-ray', 'Headers', 'Authorization'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByText('Limits this call counts against')).toHaveCount(0);

  await page.goto(`./embed.html?endpoint=searchRecentPosts&heading-level=1`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('200 OK').first()).toBeVisible();
  for (const name of ['Authorization who calls', 'Signature how', 'X-ray'])
    await page.getByRole('button', { name }).click();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await page.goto('./embed.html?view=doctor');
  await expect(page.getByRole('heading', { name: 'Paste a request that was refused' })).toBeVisible();

  await page.goto('./embed.html?theme=blue');
  await expect(page.getByRole('alert')).toContainText('An embed takes it as one of light, dark, auto.');
  await page.goto('./embed.html?endpoint=getNobody');
  await expect(page.getByRole('alert')).toContainText('There is no endpoint called getNobody.');
});
