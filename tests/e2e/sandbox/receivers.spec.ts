import { expect, open, test } from '../../support/harness/fixtures.ts';

test('x', async ({ page, harnessSite }) => {
  page.on('console', (m) => console.log('C', m.text(), m.location().url.slice(0, 200)));
  await open(page, harnessSite.url);
  const out = await page.evaluate(async () => {
    const { playground } = await harness;
    const host = 'hooks.northwind.example';
    const run = async (code: string, path = '/?crc_token=x') => {
      console.log(JSON.stringify(await playground.portal('saveReceiver', host, code)));
      const t = performance.now();
      const r = await playground.tryReceiver(host, {
        method: 'POST',
        url: `https://${host}${path}`,
        headers: [['a', 'b']],
        body: new TextEncoder().encode('hallo'),
      });
      return {
        ms: performance.now() - t,
        r: 'status' in r ? { ...r, body: new TextDecoder().decode(r.body) } : r,
        log: (await playground.receiverLog(host)).at(-1),
      };
    };
    const res: unknown[] = [];
    for (const code of [
      `export default async (request) => new Response(await request.text() + request.url + request.headers.get('a') + new Date().toISOString())`,
      `\nexport default async (request) => {\n console.log('x', {a: [1, {b: 2}], m: new Map([[1, 2]])});\n cache.x }`,
      `\n\nconst b = ;`,
      `export default 1`,
      `export default async () => { await storage.set('k', {a: 1}); return Response.json(await storage.get('k')) }`,
      `export default async () => Response.json([await storage.get('k'), await storage.delete('k')])`,
      `export default async () => { console.log(1); for (;;); }`,
      `export default async () => { try { await fetch('http://127.0.0.1:1/') } catch (e) { console.log(e.message) }\n try { indexedDB.open('x') } catch (e) { console.log(e) }; return new Response(null, {status: 204, headers: {a: 'b'}}) }`,
      `export default async () => { for (let i = 0; i < 1000; i++) console.log(i); return new Response('x'.repeat(70000)) }`,
      `export default async () => { Promise.reject(new Error('lost')); setTimeout(() => { throw new Error('late') }); await new Promise((r) => setTimeout(r, 20)); return 7 }`,
    ])
      res.push(await run(code));
    return res;
  });
  console.log(JSON.stringify(out, null, 1));
  expect(1).toBe(1);
});
