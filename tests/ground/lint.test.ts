import { ESLint } from 'eslint';
import { describe, expect, test } from 'vitest';

const eslint = new ESLint({
  // Types are not needed here, and a snippet that is in no project has none.
  overrideConfig: [
    {
      files: ['**/*.{ts,svelte}'],
      languageOptions: { parserOptions: { projectService: false, program: null } },
    },
  ],
  ruleFilter: ({ ruleId }) => /^(no-restricted-|playground\/)/.test(ruleId),
});

/** What the project's own rules say about this code in that file. */
async function report(file: string, code: string): Promise<string> {
  const [result] = await eslint.lintText(code, { filePath: file });
  expect(result?.fatalErrorCount).toBe(0);
  return (result?.messages ?? []).map((message) => message.message).join('\n');
}

const engine = 'engine/http/snippet.ts';
const worker = 'worker/persistence/snippet.ts';
const page = 'src/views/snippet.ts';

describe('a crossed boundary is reported', () => {
  test.each([
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
    [
      'src/App.svelte',
      `<script lang="ts">import '../engine/index.ts';</script>`,
      'src/ may not import engine/',
    ],
    ['embed/embed.ts', `import '../src/router.ts';`, 'embed/ may not import src/router.ts'],
  ])('%s: %s', async (file, code, expected) => {
    expect(await report(file, code)).toContain(expected);
  });
});

describe('an ambient power in the engine is reported, and its replacement named', () => {
  test.each([
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
  ])('%s', async (code, expected) => {
    expect(await report(engine, code)).toContain(expected);
  });
});

describe('a way out of the page is reported', () => {
  test.each([
    ["void fetch('/x');"],
    ['new XMLHttpRequest();'],
    ["new WebSocket('wss://x.example');"],
    ["new EventSource('/x');"],
    ["navigator.sendBeacon('/x');"],
    ["self.fetch('/x');"],
    ["importScripts('/x');"],
  ])('%s', async (code) => {
    expect(await report(worker, code)).toContain('No request leaves the page');
    expect(await report(page, code)).toContain('No request leaves the page');
  });
});

describe('what is allowed is not reported', () => {
  test.each([
    [engine, `import { sha1 } from '@noble/hashes/legacy.js'; import { a } from './a.ts';`],
    [
      engine,
      `new Date(0).toISOString(); 'A'.toLocaleLowerCase(); new Response(''); new URL('https://a.example');`,
    ],
    [engine, `export function f(fetch: () => void, process: () => void) { fetch(); process(); }`],
    ['engine/http/snippet.test.ts', `import { readFile } from 'node:fs/promises'; console.log(Date.now());`],
    [
      worker,
      `import { createPlatform } from '../../engine/index.ts'; import Dexie from 'dexie'; Date.now();`,
    ],
    [worker, `self.postMessage(1); setTimeout(() => {}, 1); crypto.randomUUID();`],
    [page, `import { connect } from '../../worker/api.ts'; import { tick } from 'svelte'; Date.now();`],
  ])('%s: %s', async (file, code) => {
    expect(await report(file, code)).toBe('');
  });
});
