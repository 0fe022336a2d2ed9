import { build } from 'vite';
import { sandbox } from '../../../scripts/vite/sandbox.ts';
import { sharedWorker } from '../../../scripts/vite/shared-worker.ts';
import { serve, type StaticServer } from '../../../scripts/static-server.ts';
import { subPath } from '../site.ts';

/** Builds the harness as the page is built, into a folder of its own, and serves it under a sub-path. */
export async function serveHarness(name: string): Promise<StaticServer> {
  const outDir = `${process.cwd()}/test-results/harness-${name}`;
  await build({
    configFile: false,
    root: import.meta.dirname,
    base: './',
    logLevel: 'error',
    plugins: [sandbox(), sharedWorker()],
    resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
    build: {
      outDir,
      emptyOutDir: true,
      target: ['chrome120'],
      assetsInlineLimit: 0,
    },
  });
  return serve({ root: outDir, base: subPath });
}
