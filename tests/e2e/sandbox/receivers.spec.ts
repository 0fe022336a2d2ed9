import { expect, open, test } from '../../support/harness/fixtures.ts';

test('bombs', async ({ page, harnessSite }) => {
  page.on('console', (m) => console.log('C', m.text(), m.location().url.slice(0,200)));
  page.on('crash', () => console.log('CRASH'));
  await open(page, harnessSite.url);
  const second = await open(await page.context().newPage(), harnessSite.url);
  second.on('crash', () => console.log('CRASH 2'));
  for (const code of [
      `export default async () => { const all = []; for (;;) all.push(new Array(1e6).fill(Math.random())); }`,
      `export default async () => new Response('ok')`,
  ]) {
    const t = Date.now();
    const out = await second.evaluate(async (code) => {
    const { playground } = await harness;
    const host = 'hooks.northwind.example';
    await playground.portal('saveReceiver', host, code);
    const r = await playground.tryReceiver(host, { method: 'POST', url: `https://${host}/`, headers: []});
    return { r, log: (await playground.receiverLog(host)).at(-1) };
  }, code);
  console.log(Date.now() - t, JSON.stringify(out).slice(0, 600), await second.evaluate(async () => (await (await harness).playground.greet()).storage.engine));
  }
  expect(1).toBe(1);
});
