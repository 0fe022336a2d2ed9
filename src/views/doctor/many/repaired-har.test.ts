import { expect, test } from 'vitest';
import { readHar } from '../../../har/read.ts';
import { repairedHar } from './repaired-har.ts';

test('lift 2: the repaired requests are read back from their HAR file as they are', async () => {
  const requests = [
    {
      request: {
        method: 'GET',
        url: 'https://api.svc.example/2/posts/search/recent?query=harbour%20lights&max_results=10',
        headers: [['Authorization', 'OAuth oauth_signature="a%2Bb%3D"']],
        body: null,
      },
      signedAt: Date.UTC(2026, 2, 2, 10),
    },
    {
      request: {
        method: 'POST',
        url: 'https://shop.example/orders',
        headers: [
          ['Authorization', 'OAuth realm="x"'],
          ['Content-Type', 'application/x-www-form-urlencoded'],
        ],
        body: 'a=1&a=%C3%A9+%F0%9F%8C%8A',
      },
      signedAt: Date.UTC(2026, 2, 2, 11),
    },
    {
      request: {
        method: 'POST',
        url: 'https://shop.example/notes',
        headers: [['Content-Type', 'application/json']],
        body: '{"text":"it’s"}',
      },
      signedAt: Date.UTC(2026, 2, 2, 12),
    },
  ] as const;
  const read = readHar(await repairedHar(requests));
  if ('problem' in read) throw new Error(read.problem);
  expect(read.problems).toEqual([]);
  expect(read.entries.map(({ call, sentAt }) => ({ request: call, signedAt: sentAt }))).toEqual(requests);
  expect(read.entries.map(({ status, notes }) => [status, notes])).toEqual(requests.map(() => [null, []]));
});
