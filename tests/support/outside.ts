import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The world beyond the served origin: a proxy that lets nothing through and remembers who knocked. */
export interface Outside {
  readonly proxy: string;
  readonly knocks: string[];
  close(): Promise<void>;
}

/** Chromium asks here, of its own accord, how to fill a form; no switch of its own turns only that off. */
const chromiumsOwn = 'content-autofill.googleapis.com:443';

/** Sees what the browser's own events may miss, such as a request from inside a nested worker. */
export async function standOutside(): Promise<Outside> {
  const knocks: string[] = [];
  const server = createServer((request, response) => {
    knocks.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    if (request.url !== chromiumsOwn) knocks.push(`CONNECT ${request.url ?? ''}`);
    socket.on('error', () => {}); // anyone who asked may be gone: the server looks after such a socket no longer
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
