import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A remote server that accepts everyone and answers everything; TCP and UDP on one port. */
export interface Listeners {
  /** With a slash at its end. */
  readonly address: string;
  /** What arrived: requests, connections without a request, datagrams. */
  readonly knocks: string[];
  close(): Promise<void>;
}

/** `pages`: further content that it serves, by path, and does not count. */
export async function listen(pages: Readonly<Record<string, string>> = {}): Promise<Listeners> {
  const knocks: string[] = [];
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    if (page !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      return;
    }
    knocks.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/javascript' });
    response.end('export default 1;');
  });
  server.on('connection', () => knocks.push('connection'));
  server.on('upgrade', (request, socket) => {
    knocks.push(`upgrade ${request.url ?? ''}`);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket('udp4', () => knocks.push('datagram'));
  await new Promise<void>((resolve) => datagrams.bind(port, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${port}/`,
    knocks,
    close: () =>
      new Promise((resolve) => {
        datagrams.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
