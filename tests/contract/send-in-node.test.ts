import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { nodeSend } from '../support/node-send.ts';
import { settledOf, withCourier } from '../support/courier-family.ts';
import { start } from '../../testing/platform.ts';

const hangingMs = 120_000;

/** Receivers on this machine, by name; `seen` contains the received requests. */
async function receivers() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    const [, receiver] = request.url!.split('/');
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      seen.push(`${request.method!} ${receiver!} ${body}`);
      if (receiver === 'breaks') response.destroy();
      else if (receiver === 'moved') response.writeHead(302, { location: '/elsewhere' }).end();
      else if (receiver !== 'hangs') response.end(receiver === 'large' ? 'x'.repeat(2000) : 'thanks');
    });
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const closed = await closedPort();
  const send = nodeSend((url) =>
    url.includes('//nobody.')
      ? `http://127.0.0.1:${closed}/`
      : `http://127.0.0.1:${port}/${new URL(url).hostname.split('.')[0]!}/`,
  );
  return { seen, send };
}

/** A port that was just closed. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((gone) => void server.close(gone));
  return port;
}

test('a host in Node carries calls to real receivers, within their limits', async () => {
  const { seen, send } = await receivers();
  const { platform, as } = await start({
    families: withCourier,
    // The only one without a wait: on a busy machine the others may be slow.
    send: (request, limits) =>
      send(request, { ...limits, timeoutMs: request.url.includes('//hangs.') ? 50 : hangingMs }),
  });
  const post = (path: string, json: unknown) =>
    as.bearer().send({ method: 'POST', path: `/2/test/${path}`, json });
  const checked = async (receiver: string) =>
    (await post('register', { receiver })).json.data as unknown as { failure: { reason: string } };
  expect(await checked('hooks')).toBe('thanks');
  for (const [receiver, reason] of [
    ['nobody', 'refused'],
    ['hangs', 'timeout'],
    ['large', 'tooLarge'],
    ['breaks', 'closed'],
  ] as const)
    expect((await checked(receiver)).failure.reason, receiver).toBe(reason);
  await post('events', { receiver: 'events', texts: ['one', 'two'] });
  await post('events', { receiver: 'moved', texts: ['three'] });
  await platform.clock.advance(1);
  expect(seen.slice(-3).toSorted()).toEqual(['POST events one', 'POST events two', 'POST moved three']);
  expect(Object.keys(settledOf(platform))).toEqual(['events']);
});
