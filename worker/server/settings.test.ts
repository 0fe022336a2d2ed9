import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createPlatform } from '../../engine/inside.ts';
import { serve } from './serve.ts';
import type { ServeOptions } from './serve.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'settings-'));
});
afterAll(() => rm(folder, { recursive: true }));

const refusalOf = (options: ServeOptions): Promise<string> =>
  serve({ port: 0, ...options }).then(
    () => 'started',
    (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
  );

test.each<readonly [string, ServeOptions, RegExp]>([
  ['an invalid port', { port: 70_000 }, /^BadInput: 70000 is not a port/],
  ['an address of the network', { host: '0.0.0.0' }, /^BadInput: 0\.0\.0\.0 is not a loopback address/],
  ['a name', { host: 'localhost' }, /^BadInput: localhost is not a loopback address/],
  [
    'a receiver in the network',
    { receivers: { 'a.example': 'http://10.0.0.1:9000' } },
    /^BadInput: http:\/\/10\.0\.0\.1:9000 is not an http/,
  ],
  [
    'a receiver by https',
    { receivers: { 'a.example': 'https://127.0.0.1' } },
    /^BadInput: .* is not an http address/,
  ],
  [
    'a receiver with a query',
    { receivers: { 'a.example': 'http://127.0.0.1/?a' } },
    /^BadInput: .* has more than a path/,
  ],
  [
    'a receiver without a name',
    { receivers: { '127.0.0.1': 'http://127.0.0.1' } },
    /^BadInput: 127\.0\.0\.1 is not a host name/,
  ],
  [
    'a feed without a file',
    { feeds: { 'https://shop.example/a.csv': './none.csv' } },
    /^BadInput: \.\/none\.csv cannot be read/,
  ],
  [
    'a feed by http',
    { feeds: { 'http://shop.example/a.csv': './package.json' } },
    /^BadInput: .* is not an https URL/,
  ],
  [
    'an origin with a path',
    { allowOrigins: ['https://app.example/'] },
    /^BadInput: https:\/\/app\.example\/ is not an origin/,
  ],
  ['a missing snapshot', { snapshot: '/none.json' }, /^BadInput: \/none\.json cannot be read: ENOENT/],
  [
    'a snapshot with a seed',
    { snapshot: '/none.json', seed: 'a' },
    /^BadInput: A snapshot has its own people/,
  ],
])('%s is refused at the start', async (_, options, refusal) => {
  expect(await refusalOf(options)).toMatch(refusal);
});

test('a file that is not a world is refused with the place of the error', async () => {
  const written = async (text: string): Promise<string> => {
    const file = path.join(folder, 'world.json');
    await writeFile(file, text);
    return refusalOf({ snapshot: file });
  };
  expect(await written('{\n  "format": "svc-playground",\n  oops\n}')).toMatch(/world\.json:3:3: /);
  expect(await written('{"format": "svc-playground"')).toMatch(/world\.json:1:28: /);
  expect(await written('{"format":"another"}')).toMatch(/^BadInput: .*world\.json: .*is not a snapshot/);
  const { tables, ...head } = createPlatform({ scenario: 'small' }).snapshot();
  const broken = { ...tables, posts: [{ id: 'x' }] };
  expect(await written(JSON.stringify({ ...head, tables: broken }))).toMatch(
    /^BadInput: .*world\.json: .*posts/,
  );
  expect(await readdir(folder)).toEqual(['world.json']);
});

test('a port that is in use is refused', async () => {
  const first = await serve({ port: 0, scenario: 'empty' });
  onTestFinished(() => first.close());
  const port = Number(new URL(first.url).port);
  expect(await refusalOf({ port })).toBe(
    `BadInput: Port ${port} of 127.0.0.1 is in use: choose another with --port`,
  );
});
