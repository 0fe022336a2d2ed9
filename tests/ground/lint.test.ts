/** The project's own rules, as oxlint.config.js and eslint.config.js configure them, on snippets of code. */
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ESLint } from 'eslint';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OxlintOutput } from '../../scripts/lint/components.ts';
import { claimsBeyond, claimsIn, mostClaims } from '../../scripts/claims.ts';
import { suppressionsIn } from '../../scripts/lint/suppressions.ts';

const engine = 'engine/http/snippet.ts';
const worker = 'worker/persistence/snippet.ts';
const page = 'src/views/snippet.ts';

const crossings = [
  [engine, `import { connect } from '../../worker/api.ts';`, 'engine/ may not import worker/api.ts'],
  [engine, `import type { Route } from '../../src/router.ts';`, 'engine/ may not import src/router.ts'],
  [engine, `export * from '../../src/router.ts';`, 'engine/ may not import src/router.ts'],
  [engine, `export type A = import('../../worker/api.ts').World;`, 'engine/ may not import worker/api.ts'],
  [engine, `import { readFile } from 'node:fs';`, 'engine/ may not import node:fs'],
  [engine, `import Dexie from 'dexie';`, 'engine/ may not import dexie'],
  [
    worker,
    `import { tables } from '../../engine/state/tables/index.ts';`,
    'worker/ may not import engine/state',
  ],
  [engine, `import { refuse } from '../spec/problems.ts';`, 'engine/http/ may not import engine/spec'],
  ['engine/state/x.ts', `import type { App } from '../platform.ts';`, 'may not import engine/platform.ts'],
  [worker, `import { router } from '../../src/router.ts';`, 'worker/ may not import src/router.ts'],
  [page, `import { createPlatform } from '../../engine/index.ts';`, 'src/ may not import engine/index.ts'],
  [page, `import type { Plan } from '../../engine/index.ts';`, 'src/ may not import engine/index.ts'],
  [page, `await import('../../engine/index.ts');`, 'src/ may not import engine/index.ts'],
  [page, `import '../../worker/main.ts';`, 'src/ may not import worker/main.ts'],
  [page, `new URL('../../worker/main.ts', import.meta.url);`, 'src/ may not import worker/main.ts'],
  ['src/element/embed.ts', `import '../router.ts';`, 'src/element/ may not import src/router.ts'],
] as const;

const powers = [
  ['Date.now();', 'options.now'],
  ['const { now } = Date;', 'options.now'],
  ['new Date();', 'options.now'],
  ['Date();', 'options.now'],
  ['Math.random();', 'seeded Random'],
  ['crypto.randomUUID();', 'seeded Random'],
  ['crypto.getRandomValues(new Uint8Array(1));', 'seeded Random'],
  ["void fetch('/x');", 'an option of createPlatform'],
  ["indexedDB.open('x');", 'options.commit'],
  ["localStorage.getItem('x');", 'options.commit'],
  ['setTimeout(() => {}, 1);', 'options.wake'],
  ['setInterval(() => {}, 1);', 'options.wake'],
  ['queueMicrotask(() => {});', 'options.wake'],
  ['requestAnimationFrame(() => {});', 'options.wake'],
  ['performance.now();', 'options.elapsed'],
  ['document.title;', 'Let the host pass in'],
  ['window.name;', 'Let the host pass in'],
  ['navigator.language;', 'Let the host pass in'],
  ['globalThis.fetch;', 'Let the host pass in'],
  ['process.env;', 'Let the host pass in'],
  ["console.log('x');", 'trace'],
  ["eval('1');", 'No code from text'],
  ['new Date(0).getHours();', 'UTC'],
  ['(1).toLocaleString();', 'Locales differ'],
  ["'a'.localeCompare('b');", 'Locales differ'],
] as const;

const waysOut = [
  "void fetch('/x');",
  'new XMLHttpRequest();',
  "new WebSocket('wss://x.example');",
  "new EventSource('/x');",
  "navigator.sendBeacon('/x');",
  "self.fetch('/x');",
  "importScripts('/x');",
] as const;

const allowed = [
  [engine, `import { sha1 } from '@noble/hashes/legacy.js'; import { a } from './a.ts';`],
  [
    engine,
    `new Date(0).toISOString(); 'A'.toLocaleLowerCase(); new Response(''); new URL('https://a.example');`,
  ],
  [engine, `export function f(fetch: () => void, process: () => void) { fetch(); process(); }`],
  ['engine/http/snippet.test.ts', `import { readFile } from 'node:fs/promises'; console.log(Date.now());`],
  [worker, `import { createPlatform } from '../../engine/inside.ts'; import Dexie from 'dexie'; Date.now();`],
  [worker, `self.postMessage(1); setTimeout(() => {}, 1); crypto.randomUUID();`],
  [page, `import { connect } from '../../worker/api.ts'; import { tick } from 'svelte'; Date.now();`],
] as const;

const silenced = [
  '/* eslint-disable */ Date.now();',
  'Date.now(); // eslint-disable-line no-restricted-properties',
] as const;

/** oxlint reads files, not text: every snippet is a file, below a folder with the project's configuration. */
let project = '';
const said = new Map<string, string>();
const keyOf = (file: string, code: string): string => `${file}: ${code}`;

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'svc-lint-'));
  await cp('scripts/lint', path.join(project, 'scripts/lint'), { recursive: true });
  await cp('oxlint.config.js', path.join(project, 'oxlint.config.js'));
  const keys = new Map<string, string>();
  const snippets: (readonly [file: string, code: string])[] = [
    ...[...crossings, ...allowed].map(([file, code]) => [file, code] as const),
    ...[...powers.map(([code]) => code), ...silenced].map((code) => [engine, code] as const),
    ...waysOut.flatMap((code) => [[worker, code] as const, [page, code] as const]),
  ];
  for (const [index, [file, code]] of snippets.entries()) {
    const place = path.posix.join(path.posix.dirname(file), `${index}-${path.posix.basename(file)}`);
    keys.set(place, keyOf(file, code));
    said.set(keyOf(file, code), '');
    await mkdir(path.join(project, path.dirname(place)), { recursive: true });
    await writeFile(path.join(project, place), code);
  }
  const tool = path.resolve('node_modules/oxlint/bin/oxlint');
  const folders = ['engine', 'worker', 'src'];
  const { stdout } = spawnSync(
    process.execPath,
    [tool, '--config', 'oxlint.config.js', '--format', 'json', ...folders],
    { cwd: project, encoding: 'utf8' },
  );
  const output = JSON.parse(stdout) as OxlintOutput;
  expect(output.number_of_files).toBe(snippets.length);
  for (const { code, message, help = '', filename } of output.diagnostics) {
    expect(code, `${filename} does not parse: ${message}`).toBeDefined();
    const key = keys.get(filename)!;
    if (/^(playground\(|eslint\(no-restricted-)/.test(code!))
      said.set(key, `${said.get(key)!}${message} ${help}\n`);
  }
});
afterAll(() => rm(project, { recursive: true }));

const oxlintSays = (file: string, code: string): string => said.get(keyOf(file, code))!;

test.each(crossings)('a crossed boundary is reported: %s: %s', (file, code, expected) => {
  expect(oxlintSays(file, code)).toContain(expected);
});

test.each(powers)(
  'an ambient power in the engine is reported, with its replacement: %s',
  (code, replacement) => {
    expect(oxlintSays(engine, code)).toContain(replacement);
  },
);

test.each(waysOut)('a way out of the page is reported: %s', (code) => {
  expect(oxlintSays(worker, code)).toContain('No request leaves the page');
  expect(oxlintSays(page, code)).toContain('No request leaves the page');
});

test.each(allowed)('allowed code is not reported: %s: %s', (file, code) => {
  expect(oxlintSays(file, code)).toBe('');
});

describe('in a component', () => {
  const eslint = new ESLint({ ruleFilter: ({ ruleId }) => /^(no-restricted-|playground\/)/.test(ruleId) });

  async function eslintSays(code: string): Promise<string> {
    const [result] = await eslint.lintText(code, { filePath: 'src/Snippet.svelte' });
    expect(result?.fatalErrorCount).toBe(0);
    return (result?.messages ?? []).map((message) => message.message).join('\n');
  }

  test.each([
    ['<script lang="ts">import \'../engine/index.ts\';</script>', 'src/ may not import engine/'],
    ["{#await import('../engine/index.ts')}{/await}", 'src/ may not import engine/'],
    ["<button onclick={() => void fetch('/x')}>x</button>", 'No request leaves the page'],
    ["<button onclick={() => void self.fetch('/x')}>x</button>", 'No request leaves the page'],
    [
      '<script lang="ts">let { a }: { a: string; b: string } = $props();</script>{a}',
      'The prop b is declared and not taken',
    ],
    [
      '<script lang="ts">interface Props { a: string; b?: string } let { a }: Props = $props();</script>{a}',
      'The prop b is declared and not taken',
    ],
  ])('%s is reported', async (code, expected) => {
    expect(await eslintSays(code)).toContain(expected);
  });

  test.each([
    '<script lang="ts">let { a, b = 1 }: { a: string; b?: number } = $props();</script>{a}{b}',
    '<script lang="ts">let { a, ...rest }: { a: string; b: string } = $props();</script>{a}{rest.b}',
    '<script lang="ts">let { of: shown }: { of: string } = $props();</script>{shown}',
    '<script lang="ts">import type { P } from \'./p.ts\'; let { a }: P = $props();</script>{a}',
  ])('%s is not', async (code) => {
    expect(await eslintSays(code)).toBe('');
  });

  test.each([
    "<!-- eslint-disable --><button onclick={() => void fetch('/x')}>x</button>",
    '<script lang="ts">/* eslint-disable */ void fetch(\'/x\');</script>',
  ])('a comment silences nothing: %s', async (code) => {
    expect(await eslintSays(code)).toContain('No request leaves the page');
  });
});

test.each(silenced)('a comment for ESLint silences nothing in oxlint: %s', (code) => {
  expect(oxlintSays(engine, code)).toContain('options.now');
});

const forOxlint = ['oxlint', 'disable'].join('-');

test.each([`// ${forOxlint}-next-line no-var`, `/* ${forOxlint} */`, `/**\n * ${forOxlint}\n */`])(
  'a comment that would silence oxlint is reported: %s',
  (comment) => {
    expect(suppressionsIn(`const a = 1;\n${comment}\nvar b = 2;`)).toHaveLength(1);
  },
);

test('a text that contains such a comment is not reported', () => {
  expect(suppressionsIn(`say('${forOxlint}');`)).toEqual([]);
});

describe('claims that the compiler cannot check', () => {
  test.each([
    ['a cast', 'x.ts', 'f(a as B);', 'casts'],
    ['a non-null assertion', 'x.ts', 'f(a!);', 'nonNull'],
    ['any', 'x.ts', 'let a: any;', 'any'],
    ['a cast in a template', 'X.svelte', '<script lang="ts"></script><p>{(a as B).c}</p>', 'casts'],
    ['an assertion in a script', 'X.svelte', '<script lang="ts">f(list[0]!);</script>', 'nonNull'],
  ] as const)('%s is counted, and one too many is refused', (_, file, source, kind) => {
    const found = claimsIn(file, source);
    expect(found[kind]).toBe(1);
    expect(claimsBeyond({ ...mostClaims, [kind]: mostClaims[kind] + found[kind] })).toEqual([
      expect.stringContaining(`${kind}: `),
    ]);
  });

  test('as const and comments do not count as claims', () => {
    const found = claimsIn('x.ts', '// as any\nconst a = [1] as const; if (a !== b) f();');
    expect(claimsBeyond({ ...mostClaims, casts: mostClaims.casts + found.casts })).toEqual([]);
  });
});
