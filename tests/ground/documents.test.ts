import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const rulesOf = (file: string): string[] =>
  (/(?<=content=")default-src [^"]+/.exec(readFileSync(file, 'utf8'))?.[0] ?? '').split('; ');

test('commands name the tarball of this version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  for (const file of ['docs/library.md', 'docs/server.md', 'src/code/Environment.svelte']) {
    const named = readFileSync(file, 'utf8').match(/svc-playground-[0-9][^ ]*?\.tgz/g) ?? [];
    expect([...new Set(named)], file).toEqual([`svc-playground-${version}.tgz`]);
  }
});

test('an embed has the policy of the page, except that it is not installed', () => {
  const page = rulesOf('index.html');
  expect(page.length).toBeGreaterThan(5);
  expect(rulesOf('embed.html')).toEqual(page.filter((rule) => !rule.startsWith('manifest-src')));
});
