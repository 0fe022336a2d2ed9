import { build } from 'vite';
import { sandbox } from '../../../scripts/vite/sandbox.ts';
import { sharedWorker } from '../../../scripts/vite/shared-worker.ts';
import { serve, type StaticServer } from '../../../scripts/static-server.ts';
import { subPath } from '../site.ts';

/** Builds the harness as the page is built, into a folder of its own, and serves it under a sub-path. */
export const serveHarness = async (name: string): Promise<StaticServer> =>
  serveBuilt(await buildHarness(name));

/** Serves what was built. Each call has a port, so an origin with storage, of its own. */
export const serveBuilt = (folder: string): Promise<StaticServer> => serve({ root: folder, base: subPath });

/** Gives the folder. */
export async function buildHarness(name: string): Promise<string> {
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
      target: ['chrome120', 'firefox121', 'safari17.4'],
      assetsInlineLimit: 0,
    },
  });
  return outDir;
}
