/** One part of the playground in a page of somebody else (docs/embed.md). */
import { createServer } from 'node:http';
import { programOf } from '../../../scripts/vite/program.ts';
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

  await test.step('Issue 20: the element of the package asks for a site, and takes the one that it is given', async () => {
    const element = await programOf('src/element/package.ts', 'es');
    const address = `${site.url}of-package.js`;
    await page.route(address, (route) => route.fulfill({ contentType: 'text/javascript', body: element }));
    const problem = await page.evaluate(async (from) => {
      const { configure } = (await import(from)) as { configure: (options: { site: string }) => void };
      const three = document.createElement('svc-playground');
      three.setAttribute('loading', 'eager');
      const told = new Promise((resolve) =>
        three.addEventListener('error', (event: Event) => resolve('detail' in event && event.detail)),
      );
      document.body.append(three);
      const detail = await told;
      configure({ site: new URL('.', from).href });
      three.setAttribute('endpoint', 'getMe');
      return detail;
    }, address);
    expect(problem).toEqual({
      message: 'svc-playground: no site is named. Give the element a src, or call configure({ site }).',
    });
    const three = page.frameLocator('svc-playground >> iframe');
    await expect(three.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  });

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

  await page.goto('./embed.html?view=reference&endpoint=createPost');
  await expect(page.getByRole('heading', { name: 'Create a post' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Example' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await page.goto('./embed.html?theme=blue');
  await expect(page.getByRole('alert')).toContainText('An embed takes it as one of light, dark, auto.');
  await page.goto('./embed.html?endpoint=getNobody');
  await expect(page.getByRole('alert')).toContainText('There is no endpoint called getNobody.');
});

test('a limit strip sends twenty calls, and is whole again after the reset', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('./embed.html?view=limits&plan=basic&heading-level=1#/requests/getMentions?auth=app');
  await page.getByRole('button', { name: 'Send 20' }).click();
  await expect(page.getByText('15 answered', { exact: true })).toBeVisible();
  await expect(page.getByText('5 refused, 429', { exact: true })).toBeVisible();
  const left = page.getByRole('meter', { name: 'App, 15 in 15 min' });
  await expect(left).toHaveAttribute('aria-valuenow', '0');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('button', { name: 'Move the clock to the reset' }).click();
  await expect(left).toHaveAttribute('aria-valuenow', '15');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(page.getByText('15 answered')).toHaveCount(0);
  await expect(page.getByText('in another tab')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Basic' })).toBeChecked();
});

test('a sign-in, a webhook and the run of a feed are walked in embeds 320 px wide', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 720 });
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  const out = page.getByRole('link', { name: 'Open in the playground' });

  await page.goto('./embed.html?view=sign-in&heading-level=1#/sign-in/pkce');
  await page.getByRole('button', { name: 'To the question' }).click();
  await page.getByRole('tab', { name: /^Browser/ }).click();
  const platform = page.frameLocator('iframe');
  await platform.getByRole('button', { name: /Mira Holm/ }).click();
  await expect(platform.getByRole('heading', { name: /^Let .* use your account/ })).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await platform.getByRole('button', { name: 'Allow' }).click();
  await page.getByRole('tab', { name: 'Sequence' }).click();
  await page.getByRole('button', { name: 'Run all' }).click();
  await expect(page.getByText(', done').first()).toBeVisible();
  await expect(out).toHaveAttribute('href', './#/sign-in/pkce');
  expect(await wide()).toBe(320);

  await page.goto('./embed.html?view=webhooks&heading-level=1');
  await page.getByRole('button', { name: 'Register', exact: true }).click();
  await page.getByRole('button', { name: /^Make/ }).click();
  await expect(page.getByRole('heading', { name: 'Registered, and valid' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy embed' })).toHaveCount(0);
  await expect(out).toHaveAttribute('href', './#/webhooks/register');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  // A link to another part of the view stays in the frame.
  await page.getByRole('link', { name: 'See its deliveries' }).click();
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible();
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('PUT answered 200: the check passed')).toBeVisible();
  await expect(out).toHaveAttribute('href', './#/webhooks');
  expect(await wide()).toBe(320);

  await page.goto('./embed.html?view=catalog&heading-level=1');
  await page.getByRole('button', { name: 'Do all three at once' }).click();
  await page.getByLabel('Rows', { exact: true }).fill('200');
  await page.getByRole('button', { name: 'Create the feed and run it' }).click();
  await expect(page.getByText(/ of 200 rows accepted/)).toBeVisible();
  await expect(out).toHaveAttribute('href', './#/catalog/feeds/new?source=generate');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  expect(await wide()).toBe(320);

  await page.goto('./embed.html?view=sign-in#/webhooks');
  await expect(page.getByRole('alert')).toContainText('This embed shows sign-in');
});

test('the element starts when it is seen, is as high as it shows, and says what was sent to its own page alone', async ({
  page,
  site,
  watched,
}) => {
  // Another origin: one of the network's would be kept from the loopback by the browser.
  const server = createServer((_, response) => {
    // All that a host has to allow.
    const policy = `default-src 'none'; img-src data:; script-src ${site.origin}; frame-src ${site.origin}`;
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy });
    response.end(`<!doctype html><title>Posting the tides</title><link rel="icon" href="data:," />
      <script src="${site.url}embed.js"></script>
      <svc-playground endpoint="createPost" seed="tide-1" frozen hide="x-ray"><code>POST /2/posts</code></svc-playground>
      ${'<br>'.repeat(200)}
      <svc-playground id="below" endpoint="getMe" loading="click"><code>GET /2/users/me</code></svc-playground>`);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const host = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  await page.goto(host);
  const element = page.locator('svc-playground').first();
  const frame = page.frameLocator('svc-playground >> nth=0 >> iframe');
  await expect(frame.getByRole('heading', { name: 'Create a post' })).toBeVisible();
  await element.evaluate((each) => {
    const said: unknown[] = [];
    Object.assign(globalThis, { said });
    for (const name of ['sent', 'state'])
      each.addEventListener(name, (event) => {
        const { detail } = event as CustomEvent<unknown>;
        if (name === 'sent') said.push(detail);
        else Object.assign(globalThis, { state: detail });
      });
  });
  const heightOf = () =>
    page
      .locator('svc-playground iframe')
      .first()
      .evaluate((each) => each.clientHeight);
  const before = await heightOf();
  await frame.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(frame.getByText('201 Created').first()).toBeVisible();
  await expect.poll(heightOf).toBeGreaterThan(before);
  const told = () => page.evaluate(() => (globalThis as unknown as { said: object[] }).said);
  await expect.poll(told).toMatchObject([
    {
      ...{ endpoint: 'createPost', method: 'POST', status: 201 },
      request: { body: expect.stringContaining('text') as unknown },
      response: { body: expect.stringContaining('"id"') as unknown },
    },
  ]);
  expect(JSON.stringify(await told())).toContain('oauth_signature=\\"«signature 1»');
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { state: object }).state))
    .toEqual({ view: 'requests', endpoint: 'createPost', sent: true });

  // By a page that did not hand over the port, and by one that comes again, nothing is sent.
  await page.evaluate(() => {
    const inside = document
      .querySelector('svc-playground')
      ?.shadowRoot?.querySelector('iframe')?.contentWindow;
    for (const wish of ['send', 'reset']) inside?.postMessage({ id: 1, wish: { do: wish } }, '*');
    const { port1, port2 } = new MessageChannel();
    inside?.postMessage({ protocol: 'svc-playground', version: 1 }, '*', [port2]);
    port1.postMessage({ id: 1, wish: { do: 'send' } });
  });
  await element.evaluate((each) => each.setAttribute('theme', 'dark'));
  await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  type Playground = HTMLElement & {
    send(): Promise<void>;
    reset(): Promise<void>;
    open(link: string): Promise<void>;
  };
  await element.evaluate((each) => (each as Playground).reset());
  await expect(frame.getByText('201 Created')).toHaveCount(0);
  await element.evaluate((each) => (each as Playground).open('#/requests/getMe'));
  await expect(
    frame.getByRole('heading', { name: 'Look up the acting user' }).or(frame.getByText('/2/users/me')),
  ).toBeVisible();
  await element.evaluate((each) => (each as Playground).send());
  await expect.poll(told).toMatchObject([{ status: 201 }, { endpoint: 'getMe', status: 200 }]);

  const below = page.locator('#below');
  await below.scrollIntoViewIfNeeded();
  await expect(below.getByText('GET /2/users/me')).toBeVisible();
  await expect(below.locator('iframe')).toHaveCount(0);
  await below.getByRole('button', { name: 'Start' }).click();
  await expect(
    page.frameLocator('#below >> iframe').getByRole('button', { name: 'Send', exact: true }),
  ).toBeVisible();
  server.close();
  watched.left.splice(0, Infinity, ...watched.left.filter((each) => !each.startsWith(host)));
});

test('Copy embed shows a real one, and each choice changes the one line that is copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('./#/requests/createPost?tab=raw');
  await page.getByRole('button', { name: 'Copy embed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy embed' });
  const shown = dialog.frameLocator('iframe');
  const line = dialog.locator('pre');
  await shown.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(shown.getByText('201 Created').first()).toBeVisible();
  await dialog.getByRole('radio', { name: 'Dark' }).check();
  await expect(shown.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(line.locator('u')).toHaveText('theme="dark"');
  await dialog.getByRole('button', { name: 'X-ray' }).click();
  await dialog.getByRole('separator', { name: 'Width of the embed' }).press('Home');
  await expect(dialog.locator('svc-playground')).toHaveJSProperty('offsetWidth', 280);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByText('Copied', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    '<svc-playground title="Create a post" endpoint="createPost" theme="dark" hide="x-ray"><code>POST /2/posts</code></svc-playground>',
  );
  await dialog.getByRole('radio', { name: 'Plain iframe' }).check();
  await expect(line).toContainText('embed.html?endpoint=createPost&amp;theme=dark&amp;hide=x-ray"');
  await expect(dialog.getByRole('radio', { name: 'On a click' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Copy embed' })).toBeFocused();

  await page.goto('./#/sign-in/pkce');
  await page.getByRole('button', { name: 'Copy embed' }).click();
  await expect(line).toContainText('view="sign-in" link="#/sign-in/pkce"');
  await dialog.getByRole('radio', { name: 'Catalog' }).check();
  await expect(line).toContainText('view="catalog"');
  await expect(shown.getByRole('heading', { name: 'Open the catalog' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('./#/limits');
  await page.getByRole('combobox', { name: 'Call to send' }).selectOption({ label: 'GET /2/posts/:id' });
  await page.getByRole('button', { name: 'Copy embed' }).click();
  await expect(line).toContainText('view="limits" endpoint="getPost"');
  await expect(shown.getByRole('button', { name: 'Send 20' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('./#/reference/getPost');
  await page.getByRole('button', { name: 'Copy embed' }).click();
  await expect(line).toContainText('view="reference" endpoint="getPost"');
  await expect(shown.getByRole('heading', { name: 'Look up a post by its id' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.goto('./#/doctor');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Copy embed' }).click();
  await expect(line).toContainText('view="doctor"');
  await expect(shown.getByRole('heading', { name: 'Paste a request that was refused' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
