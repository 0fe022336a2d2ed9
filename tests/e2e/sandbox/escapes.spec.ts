import { readdir } from 'node:fs/promises';
import { attempts } from '../../support/sandbox/attempts.ts';
import { tryInFrame } from '../../support/sandbox/in-frame.ts';
import { listen } from '../../support/sandbox/listeners.ts';
import { expect, test } from '../../support/page.ts';

test('no way out of the sandbox leads anywhere, with nothing of ours in the way', async ({
  page,
  site,
  watched,
}) => {
  const listeners = await listen();
  try {
    await page.goto('./');
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
    const name = (await readdir('dist/assets')).find((each) => each.startsWith('sandbox-'));
    await page.waitForLoadState('networkidle');
    const servedBefore = site.served.length;
    // The listeners are heard: what follows proves something.
    const tried = await page.evaluate(tryInFrame, {
      frame: `assets/${name}`,
      away: listeners.address,
      here: site.url,
      channel: `svc-playground:${new URL(site.url).pathname}`,
      attempts,
    });
    for (const each of tried) console.log(each.name, '|', each.got, '|', each.why.slice(0, 150));
    expect(tried).toHaveLength(attempts.length);
    expect(tried.filter(({ got }) => got !== null)).toEqual([]);
    expect(listeners.knocks).toEqual([]);
    console.log(site.served.slice(servedBefore));
    console.log(watched.faults.join('\n'), watched.left);
    watched.faults.length = 0;
  } finally {
    await listeners.close();
  }
});
