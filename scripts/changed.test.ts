import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { changedSince, reachOf } from './changed.ts';

const specs = (...files: string[]) => reachOf(files).endToEnd;

/** Whether a run with these filters, which are regular expressions for paths, includes a file. */
const has = (filters: ReturnType<typeof specs>, file: string) =>
  Array.isArray(filters) && filters.some((each) => new RegExp(each as string).test(`/somewhere/${file}`));

describe('what a change can reach', () => {
  test('a view: its own end-to-end tests, and those that open every view', () => {
    const reached = specs('src/views/sign-in/flow.ts', 'src/views/portal/Portal.svelte');
    for (const file of [
      'sign-in.spec.ts',
      'sign-in/clock.spec.ts',
      'sentences/sign-in.spec.ts',
      'sentences/views.spec.ts',
      'portal-craft.spec.ts',
      'frame.spec.ts',
    ])
      expect(has(reached, `tests/e2e/${file}`), file).toBe(true);
    for (const file of ['requests.spec.ts', 'requests/calls.spec.ts', 'worker/kill.spec.ts'])
      expect(has(reached, `tests/e2e/${file}`), file).toBe(false);
  });

  test.each([
    'engine/limits/limits.ts',
    'worker/host/host.ts',
    'src/parts/Tabs.svelte',
    'index.html',
    'package.json',
  ])('%s affects every view', (file) => {
    expect(specs('src/views/portal/Portal.svelte', file)).toBe('all');
  });

  test.each([
    'README.md',
    'engine/limits/limits.test.ts',
    'tests/contract/limits.test.ts',
    'tests/e2e/world.spec.ts',
  ])('%s affects no view: its importers are found in another way', (file) => {
    expect(specs(file)).toBe('none');
  });

  test('data that tests read without importing runs every unit test; modules and prose do not', () => {
    expect(reachOf(['openapi.json']).everyUnitTest).toBe(true);
    expect(reachOf(['README.md', 'engine/index.ts', 'src/App.svelte']).everyUnitTest).toBe(false);
  });
});

const repositories: string[] = [];
afterAll(() => Promise.all(repositories.map((each) => rm(each, { recursive: true }))));

test('changed files are those that differ from the revision, committed or not, and new ones', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'svc-changed-'));
  repositories.push(folder);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const commit = () => {
    git('add', '-A');
    git('commit', '-qm', 'a change');
  };
  git('init', '-q');
  await Promise.all([write('same.ts', '1'), write('edited.ts', '1'), write('.gitignore', 'ignored.ts')]);
  commit();
  await write('committed.ts', '1');
  commit();
  await Promise.all([write('edited.ts', '2'), write('new.ts', '1'), write('ignored.ts', '1')]);
  expect(changedSince('HEAD~1', folder).toSorted()).toEqual(['committed.ts', 'edited.ts', 'new.ts']);
  expect(changedSince('HEAD', folder).toSorted()).toEqual(['edited.ts', 'new.ts']);
  for (const wrong of ['nowhere', '--output=x'])
    expect(() => changedSince(wrong, folder)).toThrow(`There is no revision ${wrong} to compare with.`);
});
