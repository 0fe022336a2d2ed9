import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/page.ts';

test('the built page has the kept openapi.json beside it, and does not load it itself', async ({
  page,
  site,
}) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
  expect(site.served.map(({ file }) => file)).not.toContain('openapi.json');
  const answer = await page.request.get(new URL('openapi.json', site.url).href);
  expect(answer.headers()['content-type']).toContain('application/json');
  // The same members in the same order; only the white space between them is left out.
  expect(await answer.text()).toBe(JSON.stringify(JSON.parse(await readFile('openapi.json', 'utf8'))));
});
