/** A hostile page around an embed: what it says as a stranger, twice or from a frame in between changes nothing. */
import { createServer } from 'node:http';
import { protocol, version } from '../../../src/element/protocol.ts';
import { expect, test } from '../../support/page.ts';

test('issue 19: strangers, a replayed handshake and a frame in between get nothing from an embed, and the parent gets its own', async ({
  page,
  site,
  watched,
}) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>A hostile page</title><link rel="icon" href="data:," />
      <iframe id="embed" width="640" height="700" src="${site.url}embed.html?endpoint=createPost"></iframe>
      <iframe id="stranger" srcdoc="<p>In between</p>"></iframe>`);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const host = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  await page.goto(host);
  const embed = page.frameLocator('#embed');
  await expect(embed.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();

  const heard = await page.evaluate(
    async ({ hello, origin }) => {
      const frame = document.querySelector<HTMLIFrameElement>('#embed')?.contentWindow;
      const other = document.querySelector<HTMLIFrameElement>('#stranger')?.contentWindow;
      if (!frame || !other) throw new Error('The page has no frames');
      const ports = Array.from({ length: 4 }, () => new MessageChannel());
      const said: unknown[][] = ports.map(() => []);
      const answered = new Promise<void>((resolve) =>
        ports.forEach(({ port1 }, at) => {
          port1.onmessage = ({ data }: MessageEvent<{ type: string }>) => {
            said[at]?.push(data);
            if (data.type === 'answer') resolve();
          };
        }),
      );
      const greet = (at: number, target: string, data: unknown) =>
        frame.postMessage(
          data,
          target,
          [ports[at]?.port2].filter((port) => port !== undefined),
        );
      // A frame beside it is not its parent: what it posts has that frame as its source.
      Object.assign(other, { frame, data: hello, port: ports[0]?.port2, target: origin });
      const script = other.document.createElement('script');
      script.textContent = 'frame.postMessage(data, target, [port])';
      other.document.body.append(script);
      greet(1, origin, { ...hello, version: hello.version + 1 });
      greet(2, origin, hello); // the one that counts
      greet(3, origin, hello);
      for (const { port1 } of ports) {
        port1.postMessage({ id: 1, wish: { do: 'eval', code: 'top.hit = true' } });
        port1.postMessage({ id: 2, wish: { do: 'open', link: 'javascript:top.hit=true' } });
      }
      await answered;
      return { said, hit: 'hit' in globalThis };
    },
    { hello: { protocol, version }, origin: site.origin },
  );
  expect(heard.hit).toBe(false);
  expect([heard.said[0], heard.said[1], heard.said[3]]).toEqual([[], [], []]);
  expect(heard.said[2]).toContainEqual({ type: 'ready', version });
  expect(heard.said[2]?.at(-1)).toMatchObject({
    type: 'answer',
    id: 2,
    problem: expect.any(String),
  });
  await expect(embed.getByText('201 Created')).toHaveCount(0);
  await embed.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(embed.getByText('201 Created').first()).toBeVisible();
  server.close();
  watched.left.splice(0, Infinity, ...watched.left.filter((each) => !each.startsWith(host)));
});
