import { readFile } from 'node:fs/promises';
import { builtFrame } from '../../support/sandbox/in-frame.ts';
import { tryCode } from '../../support/sandbox/trials.ts';
import { expect, open, test } from '../../support/harness/fixtures.ts';

test('if the sandbox fails or is missing, receivers do not run, and the reason is shown', async ({
  page,
  harnessSite,
}) => {
  const guarded = await readFile(`dist/${await builtFrame()}`, 'utf8');
  const unguarded = guarded.replace(/<meta\s+http-equiv[^>]*>/g, '');
  expect(unguarded).not.toBe(guarded);
  const address = '**/assets/sandbox-*.html';
  const answer = `export default () => new Response('it ran')`;
  await page.route(address, (route) => route.fulfill({ contentType: 'text/html', body: unguarded }));
  await open(page, harnessSite.url);
  const leaky = await tryCode(page, answer);
  expect(leaky.outcome).toBe('refused');
  expect(leaky.body).toContain('does not run here: In this browser the sandbox leaves open: fetch.');
  await expect.poll(() => page.frames().length).toBe(1);

  await page.unroute(address);
  await page.route(address, (route) => route.abort());
  await open(page, harnessSite.url);
  const absent = await tryCode(page, answer);
  expect(absent).toMatchObject({ outcome: 'refused' });
  expect(absent.body).toContain('could not be loaded');

  // A matter of the moment: with the network back, the next one runs.
  await page.unroute(address);
  expect(await tryCode(page, answer)).toMatchObject({ outcome: 200, body: 'it ran' });
});
