import path from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { dataModule } from './scripts/vite/data-module.ts';
import { editorFeatures } from './scripts/vite/editor-features.ts';
import { editorIcons } from './scripts/vite/editor-icons.ts';
import { embedElement } from './scripts/vite/embed-element.ts';
import { embedPreloads } from './scripts/vite/embed-preloads.ts';
import { examplePages } from './scripts/vite/example-pages.ts';
import { installable } from './scripts/vite/installable.ts';
import { keptOpenapi } from './scripts/vite/kept-openapi.ts';
import { languageLibraries } from './scripts/vite/language-libraries.ts';
import { neverHydrates } from './scripts/vite/never-hydrates.ts';
import { offline } from './scripts/vite/offline.ts';
import { sandbox } from './scripts/vite/sandbox.ts';
import { pageStart } from './scripts/vite/page-start.ts';
import { servedPage } from './scripts/vite/served-page.ts';
import { sharedWorker } from './scripts/vite/shared-worker.ts';
import {
  earliestModules,
  firstModules,
  sharedModules,
  workerModules,
} from './scripts/vite/worker-modules.ts';

/** Families, commands, questions, and what is told of endpoints and sections have names of their own; all others that of their first module. */
function nameOf(module: string | null, name: string): string {
  const [, family] = /\/engine\/endpoints\/(?:\w+\/)?([\w-]+)\/index\.ts$/.exec(module ?? '') ?? [];
  const [, room, asked] =
    /\/engine\/(?:\w+\/)*?([\w-]+)\/(commands|questions)(?:\/index)?\.ts$/.exec(module ?? '') ?? [];
  const [, told, part] = /\0(reference|clauses|manual|lesson-starts)\/([\w-]+)$/.exec(module ?? '') ?? [];
  if (room) return `${room}-${asked}`;
  return family ? `family-${family}` : told ? `${told}-${part}` : name.replace('.svelte', '');
}

const data = (name: 'reference' | 'clauses' | 'manual' | 'embed-script' | 'lesson-starts') =>
  dataModule(`#${name}`, path.join(import.meta.dirname, `scripts/vite/${name}-source.ts`));

export default defineConfig({
  base: './', // dist/ is served from any sub-path
  plugins: [
    neverHydrates(),
    data('reference'),
    data('clauses'),
    data('manual'),
    data('embed-script'),
    data('lesson-starts'),
    sandbox(),
    sharedWorker(),
    keptOpenapi(),
    editorFeatures(),
    editorIcons(),
    embedElement(),
    embedPreloads(),
    examplePages(),
    installable(),
    pageStart(),
    servedPage(),
    svelte(),
    offline(),
  ],
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] }, // its ES2021 form
  worker: { format: 'es', plugins: () => [languageLibraries()] },
  build: {
    target: ['chrome120', 'firefox121', 'safari17.4'],
    assetsInlineLimit: 0, // the page's CSP admits files, not data: URLs
    chunkSizeWarningLimit: 4096, // Monaco, loaded when first needed; the budget is a test (tests/e2e/budget.spec.ts)
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'embed.html'],
      output: {
        // The page lists the names of all files that it may load later: of random characters, hex ones are the shortest packed.
        hashCharacters: 'hex',
        chunkFileNames: ({ facadeModuleId, name }) => `assets/${nameOf(facadeModuleId, name)}-[hash:7].js`,
        // The page lists every style that it may load later: names would cost it bytes.
        assetFileNames: ({ names: [name = ''] }) =>
          `assets/${name.endsWith('.css') ? '' : '[name]-'}[hash:6][extname]`,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'early', test: earliestModules },
            { name: 'shared', test: sharedModules(import.meta.dirname) },
            { name: 'platform', test: workerModules(import.meta.dirname) },
            { name: 'page', test: firstModules(import.meta.dirname) },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1' },
  test: {
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results/vitest.json' },
    setupFiles: [path.join(import.meta.dirname, 'tests/support/fixed-date.ts')],
    // By default one core is left idle, which is half of two.
    maxWorkers: '100%',
    // The long form runs for an hour in two processes: what a file leaves behind is seen.
    logHeapUsage: process.env['PROVE'] === '1',
    ...(process.env['PROVE'] === '1' && {
      sequence: { sequencer: (await import('./scripts/longest-first.ts')).LongestFirst },
    }),
    // Against hanging only: no test asserts a time, and a machine ten times slower stays far below.
    testTimeout: (process.env['PROVE'] === '1' ? 60 : 5) * 60_000,
    hookTimeout: 5 * 60_000,
    expect: { poll: { timeout: 120_000, interval: 5 } },
    projects: [
      {
        extends: true,
        // What the engine reads it is given: its files share their modules, which saves a third of the time.
        test: { name: 'platform', include: ['{engine,lessons,tests,scripts}/**/*.test.ts'], isolate: false },
      },
      {
        extends: true,
        test: { name: 'worker', include: ['worker/**/*.test.ts'] }, // each has timers, storage and modules of its own
      },
      {
        extends: true,
        resolve: { conditions: ['browser'] }, // Svelte's runes need its client runtime
        test: {
          name: 'page',
          include: ['src/**/*.test.ts'],
          isolate: false,
          environment: './tests/support/runes-environment.ts',
        },
      },
    ],
  },
});
