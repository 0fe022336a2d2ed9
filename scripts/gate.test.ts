/** Runs the gate and the long proofs on a project whose scripts only report. */
import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Each command is bundled to one file, because translating it again for each test would take longer than the tests. */
const bundled = path.join(root, 'test-results/gate-commands');
beforeAll(() =>
  build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: bundled,
      rolldownOptions: { input: ['scripts/test.ts', 'scripts/prove.ts'] },
    },
  }),
);

let project = '';
beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'svc-gate-'));
  await mkdir(path.join(project, 'test-results'));
  await writeFile(path.join(project, 'chromium'), '#!/bin/sh\nexit 0\n');
  await chmod(path.join(project, 'chromium'), 0o755);
  await mkdir(path.join(project, 'bin'));
  await writeFile(path.join(project, 'bin/npm'), quickNpm);
  await chmod(path.join(project, 'bin/npm'), 0o755);
});
afterEach(() => rm(project, { recursive: true }));

/** `npm run --silent NAME` without starting npm, which takes longer than the script. */
const quickNpm = `#!${process.execPath}
const { spawnSync } = require('node:child_process');
const { scripts } = JSON.parse(require('node:fs').readFileSync('package.json', 'utf8'));
process.exit(spawnSync(scripts[process.argv.at(-1)], { shell: true, stdio: 'inherit' }).status ?? 1);
`;

const vitestReport = (...outcomes: string[]) => ({
  testResults: [
    {
      name: `${project}/a.test.ts`,
      status: outcomes.includes('failed') ? 'failed' : 'passed',
      assertionResults: outcomes.map((status, at) => ({ fullName: `test ${at}`, status })),
    },
  ],
});
const playwrightReport = (...statuses: string[]) => ({
  config: { rootDir: project },
  suites: [
    {
      title: 'a.spec.ts',
      file: 'a.spec.ts',
      specs: statuses.map((status, at) => ({
        title: `test ${at}`,
        file: 'a.spec.ts',
        tests: [{ status, results: [{ duration: 750 }] }],
      })),
    },
  ],
  errors: [],
});

/** A script that records that it ran and with which environment, writes a report and exits with a code. */
async function script(name: string, file = '', report: object = {}, code = 0): Promise<string> {
  const source = `
    const { appendFileSync, writeFileSync } = require('node:fs');
    appendFileSync('ran', '${name} ' + (process.env.PROVE ?? '-') + '\\n');
    ${file && `writeFileSync(${JSON.stringify(file)}, ${JSON.stringify(JSON.stringify(report))});`}
    process.exit(${code});`;
  await writeFile(path.join(project, `${name.replace(':', '-')}.cjs`), source);
  return `node ${name.replace(':', '-')}.cjs`;
}

const vitest = 'test-results/vitest.json';
const playwright = 'test-results/playwright.json';

interface Around {
  readonly browser?: string;
  /** Whether npm itself starts the scripts; a faster substitute does unless npm is being tested. */
  readonly byNpm?: boolean;
}

async function run(
  file: 'prove' | 'test',
  scripts: Record<string, string>,
  { browser = './chromium', byNpm = false }: Around = {},
) {
  await writeFile(path.join(project, 'package.json'), JSON.stringify({ scripts }));
  const environment: NodeJS.ProcessEnv = { ...process.env, CHROMIUM_PATH: browser };
  if (!byNpm && process.platform !== 'win32')
    environment['PATH'] = `${path.join(project, 'bin')}:${environment['PATH']}`;
  delete environment['PROVE'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(bundled, `${file}.js`)], {
    cwd: project,
    env: environment,
    encoding: 'utf8',
  });
  const ran = await readFile(path.join(project, 'ran'), 'utf8').catch(() => '');
  return {
    status,
    said: stdout + stderr,
    lastLine: stdout.trimEnd().split('\n').at(-1),
    ran: ran.trim().split('\n'),
  };
}

describe('npm run prove', () => {
  test('runs the tests, the build, the end-to-end tests in full and the three engines, and sums them up', async () => {
    const inEngines = ['passed', 'skipped'].map((outcome) => ({ file: 'run.ts', title: 'a check', outcome }));
    const done = await run(
      'prove',
      {
        'test:unit': await script('test:unit', vitest, vitestReport('passed', 'passed')),
        build: await script('build'),
        'test:e2e': await script('test:e2e', playwright, playwrightReport('expected', 'skipped')),
        'test:browsers': await script('test:browsers', 'test-results/browsers.json', inEngines),
      },
      { byNpm: true },
    );
    expect(done.ran).toEqual(['test:unit 1', 'build 1', 'test:e2e 1', 'test:browsers 1']);
    expect([done.status, done.lastLine]).toEqual([0, '4 passed, 0 failed, 2 skipped']);
    expect(done.said).toContain('Browser: ./chromium');
    expect(done.said).toMatch(
      /Time of each step:\n +[\d.]+ s {2}Unit and contract tests\n +[\d.]+ s {2}Build\n/,
    );
    expect(done.said).toMatch(/The slowest test files.*\n +1\.5 s {2}a\.spec\.ts\n/);
  });

  test('says at its end what the proofs of this run ran, without those of an earlier run', async () => {
    const [proofs, rounds] = ['test-results/proofs.txt', 'test-results/rounds.txt'];
    await writeFile(path.join(project, proofs), 'an earlier run\n');
    await writeFile(path.join(project, rounds), '7\n');
    await writeFile(
      path.join(project, 'unit.cjs'),
      `require('node:fs').appendFileSync('${proofs}', '500 kills\\n100 owners closed\\n');` +
        `require('node:fs').appendFileSync('${rounds}', '2000\\n300\\n');` +
        `require('node:fs').writeFileSync('${vitest}', ${JSON.stringify(JSON.stringify(vitestReport('passed')))});`,
    );
    const done = await run('prove', {
      'test:unit': 'node unit.cjs',
      build: await script('build'),
      'test:e2e': await script('test:e2e', playwright, playwrightReport('expected')),
      'test:browsers': await script('test:browsers'),
    });
    expect(done.said).toContain(
      '\nThe proofs ran:\n  500 kills\n  100 owners closed\n' +
        '  properties: 2300 rounds in 2 properties\n\n2 passed, 0 failed\n',
    );
    expect(done.said).not.toContain('an earlier run');
  });

  test('continues after a failure, names it at the end and exits with 1', async () => {
    const done = await run('prove', {
      'test:unit': await script('test:unit', vitest, vitestReport('passed', 'failed'), 1),
      build: await script('build'),
      'test:e2e': await script('test:e2e', playwright, playwrightReport('expected')),
      'test:browsers': await script('test:browsers'),
    });
    expect(done.ran).toEqual(['test:unit 1', 'build 1', 'test:e2e 1', 'test:browsers 1']);
    expect(done.said).toContain('Failed: unit and contract tests (npm run test:unit).');
    expect([done.status, done.lastLine]).toEqual([1, '2 passed, 1 failed']);
  });

  test('stops if the build fails', async () => {
    const done = await run('prove', {
      'test:unit': await script('test:unit', vitest, vitestReport('passed')),
      build: await script('build', '', {}, 1),
    });
    expect(done.ran).toEqual(['test:unit 1', 'build 1']);
    expect([done.status, done.lastLine]).toEqual([1, '1 passed, 1 failed']);
  });

  test('a browser that does not start is a failure, with the reason', async () => {
    const done = await run(
      'prove',
      {
        'test:unit': await script('test:unit', vitest, vitestReport('passed')),
        build: await script('build'),
        'test:e2e': await script('test:e2e'),
        'test:browsers': await script('test:browsers'),
      },
      { browser: '/nowhere/chromium' },
    );
    expect(done.ran).toEqual(['test:unit 1', 'build 1']);
    expect(done.said).toContain('CHROMIUM_PATH names no browser that starts: /nowhere/chromium');
    expect([done.status, done.lastLine]).toEqual([1, '1 passed, 1 failed']);
  });
});

describe('npm test', () => {
  test('stops at a failure, names it and exits with 1', async () => {
    const done = await run('test', {
      'format:check': await script('format:check'),
      types: await script('types'),
      lint: await script('lint', '', {}, 1),
    });
    expect(done.ran).toHaveLength(3);
    expect(done.said).toContain('Failed: lint (npm run lint).');
    expect([done.status, done.lastLine]).toEqual([1, '0 passed, 1 failed']);
  });

  test('a gate without tests fails, and a report of an earlier run does not count', async () => {
    await writeFile(path.join(project, vitest), JSON.stringify(vitestReport('passed')));
    const names = ['format:check', 'types', 'lint', 'test:unit', 'build', 'test:e2e'];
    const scripts = await Promise.all(names.map(async (name) => [name, await script(name)] as const));
    const done = await run('test', Object.fromEntries(scripts));
    const [one = '', other = '', ...rest] = done.ran;
    expect([...[one, other].sort(), ...rest], 'the first two at once').toEqual(
      names.map((name) => `${name} -`),
    );
    expect([done.status, done.lastLine]).toEqual([1, '0 passed, 1 failed']);
  });
});
