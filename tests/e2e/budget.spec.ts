import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { expect, test } from '../support/page.ts';

/** What the lightest of the known API pages weighs (RapiDoc 9.3), in bytes. */
const budget = 180_000;

const brotli = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).byteLength;

test('the first answered Send costs at most 180 KB of script and style, brotli', async ({ page, site }) => {
  // Counted at the server, which sees what a worker imports too. The context is new, so nothing is cached.
  const before = site.served.length;
  await page.goto('./');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(
    page.getByRole('region', { name: 'Response', exact: true }).getByText('200 OK').first(),
  ).toBeVisible();

  const files = new Set(site.served.slice(before).map(({ file }) => file));
  const counted = [...files].filter((file) => /\.(js|css)$/.test(file));
  const sizes = await Promise.all(counted.map(async (file) => brotli(await readFile(`dist/${file}`))));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  for (const [index, file] of counted.entries()) console.log(`${String(sizes[index]).padStart(9)}  ${file}`);
  console.log(`${String(total).padStart(9)}  bytes of ${budget} (brotli 11)`);

  expect(
    counted.filter((file) => file.endsWith('.js')).length,
    'scripts, the worker among them',
  ).toBeGreaterThan(1);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(budget);
});
