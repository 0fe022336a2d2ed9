import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serve, type StaticServer } from '../../scripts/static-server.ts';

let folder: string;
let server: StaticServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'static-'));
  const root = path.join(folder, 'dist');
  await mkdir(path.join(root, 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'secret.txt'), 'outside');
  await writeFile(path.join(root, 'index.html'), '<title>toy</title>');
  await writeFile(path.join(root, 'assets', 'main-1a2b.js'), 'export {};');
  await symlink(path.join(folder, 'secret.txt'), path.join(root, 'link.txt'));
  server = await serve({
    root,
    base: 'deep/down',
    files: { 'assets/more.txt': path.join(folder, 'secret.txt') },
  });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Sends the target unchanged: fetch would resolve `..` first. */
function status(target: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(server.origin, { path: target }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('the static server', () => {
  test('serves the folder under its base', async () => {
    const page = await fetch(server.url);
    expect(new URL(server.url).pathname).toBe('/deep/down/');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(await page.text()).toContain('toy');
  });

  test('serves scripts as scripts and lets hashed files be cached', async () => {
    const script = await fetch(`${server.url}assets/main-1a2b.js?x`);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(server.served.at(-1)).toEqual({ file: 'assets/main-1a2b.js', status: 200 });
  });

  test('serves files from elsewhere under their names', async () => {
    const more = await fetch(`${server.url}assets/more.txt`);
    expect(await more.text()).toBe('outside');
    expect(more.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await status('/deep/down/more.txt')).toBe(404);
  });

  test('answers 304 to a known ETag', async () => {
    const etag = (await fetch(server.url)).headers.get('etag') ?? '';
    expect((await fetch(server.url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('redirects to the trailing slash that relative addresses need', async () => {
    const response = await fetch(server.url.slice(0, -1), { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([308, '/deep/down/']);
  });

  test.each([
    ['/deep/down/../../secret.txt', 404],
    ['/deep/down/%2e%2e/secret.txt', 404],
    ['/deep/down/..%2fsecret.txt', 404],
    ['/deep/down/link.txt', 404],
    ['/deep/down/assets', 404],
    ['/deep/down/nothing.js', 404],
    ['/index.html', 404],
    ['/deep/down/%', 400],
    ['/deep/down/%00', 400],
  ])('refuses %s with %i', async (target, expected) => {
    expect(await status(target)).toBe(expected);
  });

  test('only allows reading', async () => {
    expect((await fetch(server.url, { method: 'POST' })).status).toBe(405);
    expect(await (await fetch(server.url, { method: 'HEAD' })).text()).toBe('');
  });

  test('reports that a port is in use', async () => {
    const port = Number(new URL(server.origin).port);
    await expect(serve({ root: folder, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
