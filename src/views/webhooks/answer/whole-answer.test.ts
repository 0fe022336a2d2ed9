import { expect, it, test } from 'vitest';
import { isWholeAnswer, readWholeAnswer, readWholeDelivery, signatureIn } from './whole-answer.ts';

const body = '{"response_token":"sha256=r51ZB58DRVDfHOXdT6RDHvsXo4BDDwm6H2ZSTrjwydM="}';

const simple = `$ curl -i 'https://hooks.example/in?crc_token=Zk8%2BvR1n&x=1'
HTTP/2 200
content-type: application/json; charset=utf-8
date: Mon, 02 Mar 2026 09:41:12 GMT

${body}
`;

const verbose = `*   Trying 203.0.113.7:443...
* Connected to hooks.example (203.0.113.7) port 443 (#0)
> GET /in?crc_token=Zk8%2BvR1n HTTP/1.1
> Host: hooks.example
> Accept: */*
>
< HTTP/1.1 302 Found
< Location: https://hooks.example/login
< Content-Type: text/html
<
{ [72 bytes data]
${body}* Connection #0 to host hooks.example left intact`;

it('reads the output of curl -i', async () => {
  expect(isWholeAnswer(simple)).toBe(true);
  expect(await readWholeAnswer(simple)).toEqual({
    status: 200,
    contentType: 'application/json; charset=utf-8',
    contentEncoding: undefined,
    location: undefined,
    body: `${body}\n`,
    token: 'Zk8%2BvR1n',
    url: 'https://hooks.example/in?crc_token=Zk8%2BvR1n&x=1',
  });
});

it('reads the output of curl -v, with its request', async () => {
  expect(isWholeAnswer(verbose)).toBe(true);
  expect(await readWholeAnswer(verbose)).toEqual({
    status: 302,
    contentType: 'text/html',
    contentEncoding: undefined,
    location: 'https://hooks.example/login',
    body,
    token: 'Zk8%2BvR1n',
    url: 'https://hooks.example/in?crc_token=Zk8%2BvR1n',
  });
});

it('reads the output of PowerShell, and the command above a body', async () => {
  const shown = `PS C:\\> iwr https://hooks.example/in?crc_token=Zk8\nStatusCode : 201\nContent    : ${body}`;
  expect(isWholeAnswer(shown)).toBe(true);
  expect(await readWholeAnswer(shown)).toMatchObject({ status: 201, body, token: 'Zk8' });
  const above = `% curl https://hooks.example/in?crc_token=Zk8\n${body}%\n`;
  expect(isWholeAnswer(above)).toBe(true);
  expect(await readWholeAnswer(above)).toMatchObject({
    status: null,
    body: `${body}\n`,
    token: 'Zk8',
  });
});

test.each([body, '', 'HTTP is a protocol', 'response_token: sha256=abc'])('%j is only a body', (text) => {
  expect(isWholeAnswer(text)).toBe(false);
});

it('reads a token only from the request, not from the answer', async () => {
  const answer = await readWholeAnswer('HTTP/1.1 200 OK\nx: 1\n\n> GET /?crc_token=forged curl ');
  expect(answer.token).toBeUndefined();
});

it('reads a delivery with its headers', () => {
  const head = 'POST /in HTTP/1.1\r\nHost: hooks.example\r\nSvc-Webhooks-Signature: sha256=abc=';
  expect(readWholeDelivery(`${head}\r\n\r\n{"a": 1}\n`)).toEqual({
    signature: 'sha256=abc=',
    body: '{"a": 1}\n',
  });
  expect(readWholeDelivery('{"a":\n\n1}')).toBeNull();
  expect(readWholeDelivery('note: no delivery\n\n{"a": 1}')).toBeNull();
});

it('trims blanks at the ends of a value, and keeps those within it', () => {
  const value = `a${' '.repeat(8_000)}x`;
  expect(signatureIn(`svc-webhooks-signature: \t${value} \t `)).toBe(value);
  expect(readWholeDelivery(`svc-webhooks-signature:\t ${value}\t\r\n\r\n{}`)?.signature).toBe(value);
});

it('strips the name of the header from its value', () => {
  expect(signatureIn('svc-webhooks-signature: sha256=abc= ')).toBe('sha256=abc=');
  expect(signatureIn('sha256=abc=\n')).toBe('sha256=abc=\n');
});

// So long that quadratic time would take many minutes on any machine, beyond the test's time limit.
it('reads hostile text in linear time', async () => {
  const endless = await readWholeAnswer(`HTTP/1.1 200\n${'a: b\n'.repeat(300_000)}`);
  expect(endless.status).toBeNull();
  await readWholeAnswer(`< HTTP/1.1 200\n${'< '.repeat(750_000)}`);
  expect(readWholeDelivery(`${'a:\n'.repeat(500_000)}\n\n`)).toBeNull();
  const signature = `svc-webhooks-signature:${' '.repeat(1_500_000)}x`;
  expect(signatureIn(signature)).toBe(signature);
});
