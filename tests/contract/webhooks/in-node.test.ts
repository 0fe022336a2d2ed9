/** A platform in Node reaches a receiver that really listens, on this machine only. */
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { toLoopback } from '../../../docs/examples/loopback.ts';
import { proves } from '../../support/clause.ts';
import { hook, host, openWebhooks, reasonOf, refusedFor } from '../../support/webhooks.ts';

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
