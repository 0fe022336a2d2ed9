import { expect, test } from '../support/page.ts';

/** These tests cause on purpose what every other test fails for, and see that it is noticed. */
test.describe('the watch that every test stands under', () => {
  test('notices a request for another host, before any policy of the page', async ({
    page,
    watched,
    outside,
  }) => {
    await page.goto('about:blank');
    await page.evaluate(() => void fetch('http://elsewhere.example/').catch(() => null));
    await expect.poll(() => watched.left).toEqual(['http://elsewhere.example/']);
    await expect.poll(() => outside.knocks).toEqual(['GET http://elsewhere.example/']);
    await expect.poll(() => watched.faults.length).toBeGreaterThan(0);
    watched.left.length = outside.knocks.length = watched.faults.length = 0;
  });

  test('notices what a nested worker asks for', async ({ page, watched, outside }) => {
    await page.goto('about:blank');
    await page.evaluate(() => {
      const worker = (code: string) => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
      const inner = worker(`fetch('http://deeper.example/').catch(() => null)`);
      new Worker(worker(`new Worker('${inner}')`));
    });
    await expect.poll(() => outside.knocks).toEqual(['GET http://deeper.example/']);
    watched.left.length = outside.knocks.length = watched.faults.length = 0;
  });

  test('notices an exception', async ({ page, watched }) => {
    await page.goto('about:blank');
    await page.evaluate(() => void setTimeout(() => void JSON.parse('{')));
    await expect.poll(() => watched.faults.join()).toContain('uncaught: SyntaxError');
    watched.faults.length = 0;
  });
});

test('the page’s own policy keeps the page and its worker from asking anybody', async ({ page, watched }) => {
  await page.goto('./');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  const ask = () =>
    fetch('https://elsewhere.example/').then(
      () => 'answered',
      () => 'refused',
    );
  expect(await page.evaluate(ask)).toBe('refused');
  const workers = page.workers();
  expect(workers.length).toBeGreaterThan(0);
  for (const worker of workers) expect(await worker.evaluate(ask)).toBe('refused');
  // That nobody was asked is seen at the end of every test; here, that the policy is why.
  await expect
    .poll(() => watched.faults.filter((fault) => fault.includes('connect-src')).length)
    .toBeGreaterThan(0);
  watched.faults.length = 0;
});
