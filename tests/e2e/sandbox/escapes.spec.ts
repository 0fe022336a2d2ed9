import { readFile } from 'node:fs/promises';
import { attempts } from '../../support/sandbox/attempts.ts';
import { builtFrame, tryInFrame } from '../../support/sandbox/in-frame.ts';
import { listen } from '../../support/sandbox/listeners.ts';
import { expect, test } from '../../support/page.ts';

test('no way out of the sandbox leads anywhere, even without our own barriers', async ({
  page,
  site,
  outside,
  watched,
}) => {
  const listeners = await listen();
  await page.goto('./');
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  const before = site.served.length;
  const frame = await builtFrame();
  const channel = `svc-playground:${new URL(site.url).pathname}`;
  const tried = await page.evaluate(tryInFrame, {
    frame,
    away: listeners.address,
    here: site.url,
    channel,
    attempts,
  });
  expect(tried.map(({ name }) => name)).toEqual(attempts.map(({ name }) => name));
  expect(tried.filter(({ got }) => got !== null)).toEqual([]);
  // Each said so itself: none was merely not heard of.
  expect(tried.filter(({ why }) => why.includes('says nothing'))).toEqual([]);
  expect(listeners.knocks).toEqual([]);
  expect(outside.knocks).toEqual([]);
  // A chunk of the page's own may come late; what the ways ask for lies elsewhere.
  const served = site.served.slice(before).map(({ file }) => file);
  expect(served.filter((file) => file === frame || !file.startsWith('assets/'))).toEqual([frame]);
  expect(
    await page.evaluate(() => indexedDB.databases().then((all) => all.map(({ name }) => name))),
  ).not.toContain('x');
  await listeners.close();
  // The browser tells of what was asked for, and then of what it stopped.
  watched.left.length = watched.faults.length = 0;
});

test('the same ways lead out if the sandbox’s page has no policy: the attempts are real', async ({
  page,
  outside,
  watched,
}) => {
  const unguarded = (await readFile(`dist/${await builtFrame()}`, 'utf8')).replace(
    /<meta\s+http-equiv[^>]*>/g,
    '',
  );
  const listeners = await listen({
    '/': '<!doctype html><title>Elsewhere</title><body>',
    '/frame.html': unguarded,
  });
  await page.goto(listeners.address);
  const { address: away } = listeners;
  const given = { frame: 'frame.html', away, here: away, channel: 'x', attempts };
  const tried = await page.evaluate(tryInFrame, given);
  const got = tried.filter((each) => each.got !== null).map(({ name }) => name);
  expect(got).toEqual(
    expect.arrayContaining(['fetch', 'XMLHttpRequest', `import of away + 'module.js'`, 'code from text']),
  );
  for (const knock of [
    'fetch',
    'xhr',
    'module.js',
    'static.js',
    'events',
    'font.woff2',
    'nested',
    'nested.js',
    'keepalive',
  ])
    expect(listeners.knocks, knock).toContain(`GET /${knock}`);
  for (const knock of ['ws', 'nested-ws']) expect(listeners.knocks).toContain(`upgrade /${knock}`);
  await listeners.close();
  expect(outside.knocks.join()).toContain('example.invalid');
  outside.knocks.length = watched.left.length = watched.faults.length = 0;
});
