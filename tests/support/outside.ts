import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The world beyond the served origin: a proxy that allows nothing and records every request. */
export interface Outside {
  readonly proxy: string;
  readonly knocks: string[];
  close(): Promise<void>;
}

/** Chromium contacts this by itself, for help with forms; it has no switch to disable only that. */
const chromiumsOwn = 'content-autofill.googleapis.com:443';

/** Detects what the browser's own events may miss, such as a request from a nested worker. */
export async function standOutside(): Promise<Outside> {
  const knocks: string[] = [];
  const server = createServer((request, response) => {
    knocks.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    if (request.url !== chromiumsOwn) knocks.push(`CONNECT ${request.url ?? ''}`);
    socket.on('error', () => {}); // the client may be gone: the server no longer handles such a socket
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    proxy: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    knocks,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
