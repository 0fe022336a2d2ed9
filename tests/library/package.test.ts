/** The tarball of `npm run pack`, installed alone and offline, with every example of its documentation. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proved, proving } from '../support/prove.ts';
import { installPackage } from './installed.ts';
import type { Installed } from './installed.ts';
import { headings, others, playwright, runExamples, vitest } from './runners.ts';

/** Without the page, as promised. */
const mostBytes = 400_000;

let installed: Installed;

beforeAll(async () => {
  installed = await installPackage();
});
afterAll(() => rm(installed.folder, { recursive: true }));

const documents = ['docs/library.md', 'docs/scenario.md', 'docs/server.md'];

async function examples() {
  const texts = await Promise.all(documents.map((file) => readFile(file, 'utf8')));
  const code = texts.flatMap((text) =>
    Array.from(text.matchAll(/^```js\n([^]*?)^```$/gm), ([, each]) => each!),
  );
  return code.map((each, at) => [`example-${at + 1}.test.js`, each] as const);
}

test('the package is small and has no dependencies', async () => {
  expect(installed.bytes).toBeLessThanOrEqual(mostBytes);
  const manifest = JSON.parse(
    await readFile(path.join(installed.folder, 'node_modules/svc-playground/package.json'), 'utf8'),
  ) as Record<string, unknown>;
  expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
  const licences = await readFile(
    path.join(installed.folder, 'node_modules/svc-playground/LICENSES.md'),
    'utf8',
  );
  for (const bundled of ['@internationalized/date', '@noble/hashes', 'js-yaml', 'papaparse', 'saxes'])
    expect(licences).toContain(`## ${bundled} - `);
});

test('every example of the documentation runs and passes the type check', async () => {
  const files = await examples();
  expect(files.length).toBeGreaterThan(5);
  for (const [name, code] of files) await writeFile(path.join(installed.folder, name), code);
  for (const name of ['oauth4webapi', '@types/node', 'undici-types']) await installed.beside(name);
  // In one process, which starts faster than one for each.
  const all = files.map(([name]) => `import './${name}';`).join('\n');
  await writeFile(path.join(installed.folder, 'all.test.js'), all);
  const report = await installed.node('--test', '--test-reporter=tap', 'all.test.js');
  expect(report).toContain(`# pass ${files.length}`);
  await writeFile(
    path.join(installed.folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...{ module: 'nodenext', target: 'es2024', lib: ['es2024'], types: ['node'] },
        ...{ strict: true, noEmit: true, allowJs: true, checkJs: true },
      },
      files: files.map(([name]) => name),
    }),
  );
  await installed.node(path.resolve('node_modules/@typescript/native/bin/tsc'), '-p', '.');
});

/** Runtimes that a machine may have besides the Node that runs the tests. OTHER_RUNTIMES names programs by path. */
const otherRuntimes = (process.env['OTHER_RUNTIMES'] ?? 'deno,bun').split(',');
const asTests: Record<string, readonly string[]> = { deno: ['test', '-A', '--no-check'], bun: ['test'] };

test.runIf(proving)('the examples run in the other installed runtimes', async () => {
  const { length } = await examples();
  for (const runtime of otherRuntimes) {
    const version = await installed.run(runtime, '--version');
    if (version === null) {
      proved(`the examples of the library in ${runtime}: not run, since it is not installed`);
      continue;
    }
    const report = await installed.run(
      runtime,
      ...(asTests[path.basename(runtime)] ?? ['--test']),
      'all.test.js',
    );
    expect(report).toMatch(new RegExp(`\\b${length} pass|pass ${length}\\b`));
    proved(
      `the examples of the library in ${path.basename(runtime)} ${version.split('\n', 1).join('')}: ${length} passed`,
    );
  }
});

test('Issue 20: the examples for Vitest run in Vitest', async () => {
  expect(await headings()).toEqual([vitest, playwright(), ...others].map(({ name }) => name).sort());
  expect(await runExamples(vitest, installed)).toMatch(vitest.passed);
});

test.runIf(proving)('Issue 20: the examples for the other test runners run in them', async () => {
  for (const runner of [playwright(), ...others]) {
    const report = await runExamples(runner, installed);
    if (report !== null) expect(report).toMatch(runner.passed);
    proved(
      `the examples for ${runner.name}: ${report === null ? 'not run, since it is not installed' : 'passed'}`,
    );
  }
});

test('the program serves until it is stopped, and reports in a sentence why it cannot start', async () => {
  const program = installed.spawn(
    'node_modules/svc-playground/cli.js',
    'serve',
    '--port',
    '0',
    '--scenario',
    'small',
  );
  const [, header, address] = await program.printed(/curl -H '(.*?)' (\S+)/);
  const [name, value] = header!.split(': ') as [string, string];
  const response = await fetch(address!, { headers: { [name]: value } });
  expect(await response.json()).toMatchObject({ data: { username: 'mira_holm' } });
  expect(await program.stopped('SIGINT')).toEqual({ code: 0, errors: '' });
  const bare = installed.spawn('node_modules/svc-playground/cli.js', 'serve', '--site');
  expect(await bare.stopped()).toEqual({
    code: 2,
    errors: 'The page is not here: this package was packed without site/\n',
  });
  const refused = installed.spawn('node_modules/svc-playground/cli.js', 'serve', '--host', '0.0.0.0');
  expect(await refused.stopped()).toEqual({
    code: 2,
    errors: '0.0.0.0 is not a loopback address, and the server listens on no other: use 127.0.0.1 or ::1\n',
  });
});

const typed = `import { configure } from 'svc-playground/embed';
import type { Sent, SvcPlayground } from 'svc-playground/embed';

configure({ site: 'https://playground.example' });
export async function sent(element: SvcPlayground, tell: (call: Sent) => void): Promise<void> {
  element.addEventListener('sent', (event) => tell((event as CustomEvent<Sent>).detail));
  await element.setTheme('dark');
  await element.send();
  // @ts-expect-error: no theme
  await element.setTheme('blue');
}
`;

const rendered = `import { configure, SvcPlayground } from 'svc-playground/embed';
configure({ site: 'https://playground.example' });
console.log(typeof SvcPlayground, globalThis.HTMLElement);
`;

test('Issue 20: the element for other pages has types and names no site; init names the schema', async () => {
  await writeFile(path.join(installed.folder, 'embedding.ts'), typed);
  const browser = [
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--lib',
    'es2024,dom',
    '--types',
    '',
  ];
  const compiler = path.resolve('node_modules/@typescript/native/bin/tsc');
  await installed.node(compiler, '--ignoreConfig', '--strict', '--noEmit', ...browser, 'embedding.ts');
  const element = path.join(installed.folder, 'node_modules/svc-playground/embed.js');
  expect(await readFile(element, 'utf8')).not.toContain('import.meta');
  await writeFile(path.join(installed.folder, 'rendering.js'), rendered);
  // A server that renders pages has no HTMLElement.
  expect(await installed.node('rendering.js')).toBe('function undefined\n');
  await installed.node('node_modules/svc-playground/cli.js', 'init');
  const scenario = await readFile(path.join(installed.folder, 'scenario.yaml'), 'utf8');
  const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(scenario) ?? [];
  expect(schema).toBe('./node_modules/svc-playground/scenario.schema.json');
  const text = await readFile(path.join(installed.folder, schema), 'utf8');
  expect(JSON.parse(text)).toHaveProperty('properties.users');
});

test('publint and Are the types wrong? find nothing', async () => {
  const script = path.resolve('tests/library/lint-package.js');
  const folder = path.join(installed.folder, 'node_modules/svc-playground');
  expect(JSON.parse(await installed.node(script, folder, installed.file))).toEqual([]);
});
