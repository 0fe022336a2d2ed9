/** docs/webhooks-in-node.md: a platform in Node reaches a receiver that really listens, on this machine alone. */
import { createHmac } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Send } from '../../../engine/index.ts';
import { proves } from '../../support/clause.ts';
import { hook, host, openWebhooks, reasonOf, refusedFor } from '../../support/webhooks.ts';

/** Leads one host to a port of this machine; every other has no name. */
const toLoopback =
  (name: string, port: number): Send =>
  ({ method, url, headers, body }, { timeoutMs, maxBytes }) =>
    new Promise((resolve) => {
      const { hostname, pathname, search } = new URL(url);
      const fail = (reason: 'dns' | 'refused' | 'timeout' | 'tooLarge' | 'closed', message: string) => {
        resolve({ kind: 'failure', reason, message });
      };
      if (hostname !== name) return fail('dns', `there is no host ${hostname}`);
      const call = httpRequest(
        {
          host: '127.0.0.1',
          port,
          method,
          path: pathname + search,
          headers: { ...Object.fromEntries(headers), host: name },
        },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            chunks.push(chunk);
            if ((size += chunk.length) > maxBytes) response.destroy();
          });
          response.on('end', () => {
            const list = Object.entries(response.headers).map(
              ([key, value]) => [key, String(value)] as const,
            );
            resolve({ status: response.statusCode!, headers: list, body: Buffer.concat(chunks) });
          });
          response.on('close', () => {
            fail(size > maxBytes ? 'tooLarge' : 'closed', 'the connection ended before the answer did');
          });
        },
      );
      const timer = setTimeout(() => {
        fail('timeout', `no answer within ${timeoutMs} ms`);
        call.destroy();
      }, timeoutMs);
      call.on('close', () => {
        clearTimeout(timer);
      });
      call.on('error', (error: NodeJS.ErrnoException) => {
        fail(error.code === 'ECONNREFUSED' ? 'refused' : 'closed', error.message);
      });
      call.end(body);
    });

async function listening(answer: RequestListener): Promise<number> {
  const server = createServer(answer);
  await new Promise<void>((open) => void server.listen(0, '127.0.0.1', open));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test(
  proves(
    ['4.3-crc-request', '1-webhooks-registered-with-challenge'],
    'a receiver that listens on this machine is registered and kept',
  ),
  async () => {
    const seen: string[] = [];
    let secret = '';
    const port = await listening((request, response) => {
      const url = new URL(request.url!, `https://${request.headers.host!}`);
      seen.push(`${request.method!} ${url.pathname}`);
      const digest = createHmac('sha256', secret).update(url.searchParams.get('crc_token')!).digest('base64');
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ response_token: `sha256=${digest}` }));
    });
    const webhooks = await openWebhooks('Atlas Insight', { send: toLoopback(host, port) });
    const { register, only, put, pass } = webhooks;
    expect(reasonOf(await register())).toEqual(refusedFor('CrcValidationFailed'));
    secret = webhooks.secret;
    expect((await register()).status).toBe(200);
    expect(reasonOf(await register('https://nobody.example.com/'))).toEqual(
      refusedFor('CrcValidationFailed'),
    );
    await pass(2);
    expect(await only()).toMatchObject({ url: hook, valid: true });
    secret = 'another';
    expect(reasonOf(await put((await only()).id))).toEqual(refusedFor('CrcValidationFailed'));
    expect((await only()).valid).toBe(false);
    expect(seen).toEqual(Array.from({ length: 5 }, () => 'GET /events'));
  },
);
