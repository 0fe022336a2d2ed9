/** The receivers of Webhooks as whole programs, started as people would start them, against the platform itself. */
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { languages } from '../../src/code/languages/index.ts';
import { receiverPrograms } from '../../src/code/receiver/programs.ts';
import { toLoopback } from '../../docs/examples/loopback.ts';
import { proved, proving } from '../support/prove.ts';
import { host, openWebhooks } from '../support/webhooks.ts';
import { start } from './single.ts';
import { execute, isHere } from './toolchains.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'svc-receivers-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  const { port } = server.address() as AddressInfo;
  await new Promise((close) => server.close(close));
  return port;
}

const signatureOf = (secret: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('base64')}`;

/** Flips the last bit of a text's last byte but one. */
const oneBitOff = (text: string): string =>
  text.slice(0, -2) + String.fromCharCode(text.charCodeAt(text.length - 2) ^ 1) + text.slice(-1);

const statusOf = (port: number, method: string, path: string, body = '', signature?: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = {
      ...{ host, 'content-length': Buffer.byteLength(body) },
      ...(signature !== undefined && { 'svc-webhooks-signature': signature }),
    };
    httpRequest({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end(body);
  });

const body = '{"text":"It\'s 100 % fun, \\u00e9 and é ☃ 😀","id":1234567890123456789}';
const listening = languages.filter(({ id }) => id !== 'curl');
const run = (id: string) => proving || id === 'javascript' || id === 'typescript';

describe.each(listening.filter(({ id }) => run(id)))('$name', ({ id, name }) => {
  const here = isHere(id);
  if (!here) proved(`The receiver of webhooks in ${name}: not run, the machine lacks it`);

  test.skipIf(!here)('answers the challenge, takes what is signed, refuses one changed bit', async () => {
    const port = await freePort();
    const webhooks = await openWebhooks('Atlas Insight', { send: toLoopback(host, port) });
    const { secret } = webhooks;
    const command = id === 'php' ? ['php', '-S', `127.0.0.1:${port}`, 'program.php'] : undefined;
    const environment = { SVC_CONSUMER_SECRET: secret, PORT: String(port) };
    const receiver = await start(id, receiverPrograms[id], path.join(folder, id), environment, command);
    onTestFinished(() => receiver.stop());
    await receiver.line((line) => /listening on|development server/i.test(line));

    expect((await webhooks.register()).status).toBe(200);
    expect((await webhooks.only()).valid).toBe(true);
    expect(await statusOf(port, 'GET', '/events')).toBe(400);

    const signature = signatureOf(secret, body);
    expect(await statusOf(port, 'POST', '/events', body, signature)).toBe(200);
    expect(await receiver.line((line) => line.includes('delivery'))).toContain(body);
    expect(await statusOf(port, 'POST', '/events', body, oneBitOff(signature))).toBe(401);
    expect(await statusOf(port, 'POST', '/events', oneBitOff(body), signature)).toBe(401);
    expect(await statusOf(port, 'POST', '/events', body, signature.slice(0, -1))).toBe(401);
    expect(await statusOf(port, 'POST', '/events', body)).toBe(401);
    if (proving) proved(`The receiver of webhooks in ${name}: challenge, delivery and changed bits judged`);
  });
});

test.skipIf(!isHere('curl'))(
  'openssl answers a challenge, and checks a delivery that was saved',
  async () => {
    const file = path.join(folder, 'delivery.json');
    await writeFile(path.join(folder, 'check.sh'), receiverPrograms.curl);
    await writeFile(file, body);
    const secret = "it's $HOME";
    const check = (...args: string[]) =>
      execute(['bash', 'check.sh', ...args], folder, { SVC_CONSUMER_SECRET: secret });
    const { response_token } = JSON.parse(await check('a+b/c=')) as { response_token: string };
    expect(response_token).toBe(signatureOf(secret, 'a+b/c='));
    expect(await check(file, signatureOf(secret, body))).toBe('right\n');
    await expect(check(file, oneBitOff(signatureOf(secret, body)))).rejects.toThrow('wrong');
    await writeFile(file, oneBitOff(body));
    await expect(check(file, signatureOf(secret, body))).rejects.toThrow('wrong');
  },
);
