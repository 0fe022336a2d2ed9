import { violations } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

test('issue 19: the example pages show working embeds, and those out of sight do not start', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  const embed = page.frameLocator('iframe >> nth=0');
  for (const [name, status] of [
    ['plain', '200 OK'],
    ['article', '201 Created'],
    ['dark', '201 Created'],
    ['right-to-left', '200 OK'],
    ['ten', '200 OK'],
  ] as const)
    await test.step(name, async () => {
      await page.goto(`./examples/${name}.html`);
      await embed.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(embed.getByText(status).first()).toBeVisible();
      if (name === 'dark') await expect(embed.locator('html')).toHaveAttribute('data-theme', 'dark');
      if (name === 'right-to-left') await expect(page.locator('svc-playground iframe')).toBeInViewport();
      if (name !== 'ten') return;
      await expect(page.locator('svc-playground')).toHaveCount(10);
      const last = page.locator('svc-playground').last();
      await expect(last.locator('iframe')).toHaveCount(0);
      await expect(last.getByText('POST /2/users/:id/likes')).toBeVisible();
    });
});

test('issue 19: React and Vue set the theme of an embed, send its call and show its answer', async ({
  page,
}) => {
  const embed = page.frameLocator('iframe');
  for (const name of ['react', 'vue'])
    await test.step(name, async () => {
      await page.goto(`./examples/${name}.html`);
      await expect(page.getByRole('status')).toHaveText('The embed is ready.');
      await page.getByLabel('Theme').selectOption('Dark');
      await expect(embed.locator('html')).toHaveAttribute('data-theme', 'dark');
      await page.getByRole('button', { name: 'Send from this page' }).click();
      await expect(page.getByRole('status')).toHaveText(
        /^(POST \/2\/posts: 201|GET \/2\/users\/by\/.+: 200)$/,
      );
      expect(await violations(page)).toEqual([]);
    });
});
