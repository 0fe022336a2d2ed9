import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const routes = 'engine/endpoints/first-routes.ts';
const schemas = ['public/scenario.schema.json', 'public/recipe.schema.json'];
const kept = ['openapi.json', ...schemas, 'engine/endpoints/routes.ts', routes];

/** The inputs of `npm run generate`, in a folder that is removed with the test. */
function copyOfProject(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'generate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const part of [
    'engine',
    'public',
    'scripts',
    'testing',
    'tests/support',
    'package.json',
    'tsconfig.json',
    '.oxfmtrc.json',
  ])
    cpSync(part, path.join(folder, part), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

test('one run of npm run generate writes the committed files, even if an endpoint has no route yet', () => {
  const folder = copyOfProject();
  const stale = readFileSync(routes, 'utf8').replace(/^ *route\('getUser',.*\n/m, '');
  expect(stale).not.toBe(readFileSync(routes, 'utf8'));
  writeFileSync(path.join(folder, routes), stale);
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'generate'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  expect(status, stderr).toBe(0);
  for (const file of kept)
    expect(readFileSync(path.join(folder, file), 'utf8') === readFileSync(file, 'utf8'), file).toBe(true);
});
