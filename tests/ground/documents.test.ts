import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const rulesOf = (file: string): string[] =>
  (/(?<=content=")default-src [^"]+/.exec(readFileSync(file, 'utf8'))?.[0] ?? '').split('; ');

test('an embed has the policy of the page, except that it is not installed', () => {
  const page = rulesOf('index.html');
  expect(page.length).toBeGreaterThan(5);
  expect(rulesOf('embed.html')).toEqual(page.filter((rule) => !rule.startsWith('manifest-src')));
});
