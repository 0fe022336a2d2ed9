/** The platform behind a local server, for clients that need a network. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPlatform, isResponse } from '../../engine/index.ts';
import type { HttpRequest, Platform } from '../../engine/index.ts';

export interface Loopback extends AsyncDisposable {
  readonly platform: Platform;
  /** Closes all open connections. */
  readonly cut: () => void;
}

/** Listens on a free port of 127.0.0.1; the platform's base is that address, and its clock is the tests'. */
export async function openLoopback(now = Date.now): Promise<Loopback> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const platform = createPlatform({ baseUrl: `http://127.0.0.1:${port}`, now });
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    void answer(incoming, outgoing, platform);
  });
  return {
    platform,
    cut: () => server.closeAllConnections(),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  platform: Platform,
): Promise<void> {
  const outcome = await platform.handle(await read(incoming));
  if (outcome.kind !== 'stream' && !isResponse(outcome)) {
    incoming.destroy();
    return;
  }
  for (const [name, value] of outcome.headers) outgoing.appendHeader(name, value);
  outgoing.writeHead(outcome.status);
  if (outcome.kind !== 'stream') {
    outgoing.end(outcome.body);
    return;
  }
  outgoing.flushHeaders();
  const cancel = outcome.open({
    write: (chunk) => outgoing.write(chunk),
    end: (_, last) => void outgoing.end(last),
  });
  outgoing.on('close', cancel);
}

async function read(incoming: IncomingMessage): Promise<HttpRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers: [string, string][] = [];
  for (let index = 0; index < incoming.rawHeaders.length; index += 2)
    headers.push([incoming.rawHeaders[index]!, incoming.rawHeaders[index + 1]!]);
  const url = `http://${incoming.headers.host ?? ''}${incoming.url ?? ''}`;
  const body = Buffer.concat(chunks);
  return {
    method: incoming.method ?? 'GET',
    url,
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  };
}
