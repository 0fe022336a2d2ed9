import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contentsOf, sums, zipOf } from './contents.ts';
import { licencesOf } from './licences.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'svc-playground-release-'));
});
afterEach(() => rm(folder, { recursive: true }));

const put = async (name: string, text: string): Promise<void> => {
  await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
  await writeFile(path.join(folder, name), text);
};

test('issue 19: a release has the site, what is beside it, and a digest of each, in the same bytes each time', async () => {
  await put('index.html', '<!doctype html>');
  await put('assets/page-1.js', 'export {};');
  const others = { LICENSE: Buffer.from('MIT'), 'openapi.json': Buffer.from('{}') };
  const zip = zipOf(await contentsOf(folder, others));
  const files = unzipSync(zip);
  expect(Object.keys(files)).toEqual([
    'LICENSE',
    'openapi.json',
    'site/assets/page-1.js',
    'site/index.html',
    sums,
  ]);
  const lines = Buffer.from(files[sums] ?? [])
    .toString()
    .trimEnd()
    .split('\n');
  expect(lines).toEqual(
    Object.entries(files)
      .filter(([name]) => name !== sums)
      .map(([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}`),
  );
  await put('index.html', '<!doctype html>');
  expect(Buffer.from(zipOf(await contentsOf(folder, others))).equals(zip)).toBe(true);
});

test('issue 19: the licences are those of packages that are contained, with their texts', async () => {
  await put('node_modules/one/LICENSE', 'One may.');
  await put('node_modules/one/NOTICE.txt', 'Named.');
  await put('node_modules/@of/two/readme.md', '');
  await put('node_modules/shown/LICENSE', 'Shown in an example.');
  const text = await licencesOf(
    {
      packages: {
        '': {},
        'node_modules/tool': { version: '3.0.0', dev: true },
        'node_modules/shown': { version: '4.0.0', license: 'MIT', dev: true },
        'node_modules/one': { version: '1.0.0', license: 'MIT' },
        'node_modules/@of/two': { version: '2.0.0', license: 'ISC' },
      },
    },
    ['shown'],
    folder,
  );
  expect(text).toContain('## one 1.0.0\n\nMIT\n\nOne may.\n\nNamed.');
  expect(text).toContain('## @of/two 2.0.0\n\nISC\n');
  expect(text).toContain('## shown 4.0.0\n\nMIT\n\nShown in an example.');
  expect(text).not.toContain('tool');
});
