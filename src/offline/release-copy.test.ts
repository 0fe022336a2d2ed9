import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CopyState, ListedFile, ReleaseFiles } from './protocol.ts';
import { ReleaseCopy } from './release-copy.ts';

const folder = 'https://site.example/some/path/';

/** Caches of a service worker, in memory. */
class MemoryCaches {
  readonly all = new Map<string, Map<string, Response>>();
  /** How many more entries fit. */
  room = Infinity;

  open = (name: string) => {
    const entries = this.all.get(name) ?? new Map<string, Response>();
    this.all.set(name, entries);
    const put = (address: string, response: Response) => {
      if (this.room-- <= 0) return Promise.reject(new DOMException('Full', 'QuotaExceededError'));
      entries.set(address, response);
      return Promise.resolve();
    };
    const keys = () => Promise.resolve(Array.from(entries.keys(), (url) => ({ url })));
    return Promise.resolve({ put, keys } as unknown as Cache);
  };
  keys = () => Promise.resolve([...this.all.keys()]);
  delete = (name: string) => Promise.resolve(this.all.delete(name));
  match = (address: string, { cacheName = '' }: MultiCacheQueryOptions) =>
    Promise.resolve(this.all.get(cacheName)?.get(address)?.clone());
}

const digestOf = (text: string) =>
  createHash('sha256').update(text).digest().subarray(0, 12).toString('base64');
const listed = (files: Record<string, string>): ListedFile[] =>
  Object.entries(files).map(([path, text]) => [path, digestOf(text), text.length]);
const releaseOf = (version: string, first: Record<string, string>, later = {}): ReleaseFiles => ({
  version,
  first: listed(first),
  later: listed(later),
});

const one = { '': '<page 1>', 'assets/a-1.js': 'a', 'assets/b-1.js': 'b' };
const two = { '': '<page 2>', 'assets/a-1.js': 'a', 'assets/b-2.js': 'bb' };
const large = { 'assets/ts.worker-1.js': 'large' };

/** A browser and a server that has these files. */
function browser(files: Record<string, string>) {
  const caches = new MemoryCaches();
  const server = { files, isThere: true, asked: [] as string[] };
  const fetch = (asked: string | Request, init?: RequestInit) => {
    const path = (typeof asked === 'string' ? asked : asked.url).slice(folder.length);
    server.asked.push(`${init?.cache ?? 'page'} ${path}`);
    if (!server.isThere) return Promise.reject(new TypeError('Failed to fetch'));
    const text = server.files[path];
    const headers = { 'content-type': 'text/x', 'content-encoding': 'br' };
    return Promise.resolve(
      text === undefined ? new Response('', { status: 404 }) : new Response(text, { headers }),
    );
  };
  const copyOf = (release: ReleaseFiles) =>
    new ReleaseCopy(release, folder, { caches, fetch, now: () => 1000 });
  const read = async (copy: ReleaseCopy, path: string) =>
    (await copy.answer(path, new Request(folder + path))).text();
  return { caches, server, copyOf, read };
}

const nobody = () => {};

test('once kept, every file is served without the server, under any sub-path, and nothing else is', async () => {
  const { server, copyOf, read } = browser(one);
  const copy = copyOf(releaseOf('1', one));
  const told: CopyState[] = [];
  await copy.keepFirst((state) => told.push(state));
  expect(told.at(-1)).toEqual({ version: '1', bytes: 10, of: 10, since: 1000 });
  expect(told.slice(0, -1).every(({ since }) => since === null)).toBe(true);
  server.isThere = false;
  for (const [path, text] of Object.entries(one)) expect(await read(copy, path)).toBe(text);
  const response = await copy.answer('', new Request(folder));
  expect(Object.fromEntries(response.headers)).toEqual({ 'content-type': 'text/x' });

  expect(copy.pathOf(`${folder}index.html?a=b#c`)).toBe('');
  expect(copy.pathOf(`${folder}assets/a-1.js`)).toBe('assets/a-1.js');
  expect(copy.pathOf(`${folder}assets/of-another-release.js`)).toBe('assets/of-another-release.js');
  expect(copy.pathOf(`${folder}elsewhere.html`)).toBeNull();
  expect(copy.pathOf('https://site.example/')).toBeNull();
  expect(copy.pathOf('https://other.example/some/path/')).toBeNull();
});

test('files of another release are not kept, whether the server or the browser’s own cache sends them', async () => {
  const { server, copyOf } = browser({ ...two, 'assets/b-1.js': 'b' });
  const copy = copyOf(releaseOf('1', one));
  await expect(copy.keepFirst(nobody)).rejects.toThrow('The server has index.html of another release');
  expect(server.asked).toEqual(expect.arrayContaining(['default ', 'reload ']));
  expect((await copy.state()).since).toBeNull();
});

test('an interrupted copy continues where it stopped', async () => {
  const { server, copyOf } = browser({ ...one, 'assets/b-1.js': 'broken' });
  await expect(copyOf(releaseOf('1', one)).keepFirst(nobody)).rejects.toThrow(
    'assets/b-1.js of another release',
  );
  server.files = one;
  server.asked.length = 0;
  const copy = copyOf(releaseOf('1', one));
  await copy.keepFirst(nobody);
  expect(server.asked).toEqual(['default assets/b-1.js']);
  expect((await copy.state()).since).toBe(1000);
});

test('a newer release reuses unchanged files of the older one, which stays until it is removed', async () => {
  const { server, copyOf, read, caches } = browser(one);
  await copyOf(releaseOf('1', one)).keepFirst(nobody);
  server.files = two;
  server.asked.length = 0;
  const newer = copyOf(releaseOf('2', two));
  await newer.keepFirst(nobody);
  expect(server.asked.sort()).toEqual(['default ', 'default assets/b-2.js']);
  server.isThere = false;
  expect(await read(newer, '')).toBe('<page 2>');
  expect(await read(newer, 'assets/b-1.js'), 'for a tab that was open before').toBe('b');
  await newer.removeOthers();
  await expect(read(newer, 'assets/b-1.js')).rejects.toThrow('Failed to fetch');
  expect(caches.all.size).toBe(1);
});

test('a playground in a subfolder keeps its copy', async () => {
  const { copyOf, caches } = browser(one);
  await caches.open('svc-playground /some/path/below/ 1');
  await caches.open('of somebody else');
  const copy = copyOf(releaseOf('1', one));
  await copy.keepFirst(nobody);
  await copy.removeOthers();
  expect([...caches.all.keys()]).toEqual([
    'svc-playground /some/path/below/ 1',
    'of somebody else',
    'svc-playground /some/path/ 1',
  ]);
});

test('the large files come later, and are counted', async () => {
  const { copyOf, read } = browser({ ...one, ...large });
  const copy = copyOf(releaseOf('1', one, large));
  await copy.keepFirst(nobody);
  expect(await copy.state()).toMatchObject({ bytes: 10, of: 15, since: 1000 });
  await copy.keepRest(nobody);
  expect(await copy.state()).toMatchObject({ bytes: 15, of: 15 });
  expect(await read(copy, 'assets/ts.worker-1.js')).toBe('large');
});

test('a lack of space is reported with the browser’s own error', async () => {
  const { copyOf, caches } = browser(one);
  caches.room = 2;
  const copy = copyOf(releaseOf('1', one));
  await expect(copy.keepFirst(nobody)).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect((await copy.state()).since).toBeNull();
  await copy.remove();
  expect((await copy.state()).bytes).toBe(0);
});
