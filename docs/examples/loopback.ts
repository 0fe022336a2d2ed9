import { request as httpRequest } from 'node:http';
import type { Send } from '../../engine/index.ts';

/**
 * For `createPlatform({ send })`: calls to one host go to a port of this machine over plain HTTP, and every other host has no
 * name. Nothing else is reached, whatever a webhook's URL says.
 */
export const toLoopback =
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
