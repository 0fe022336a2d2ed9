import { build } from 'vite';
import { sandbox } from '../../../scripts/vite/sandbox.ts';
import { sharedWorker } from '../../../scripts/vite/shared-worker.ts';
import { serve, type StaticServer } from '../../../scripts/static-server.ts';
import { subPath } from '../site.ts';

/** Builds the harness like the page, into its own folder, and serves it under a sub-path. */
export const serveHarness = async (name: string): Promise<StaticServer> =>
  serveBuilt(await buildHarness(name));

/** Serves the build. Each call has its own port, so its own origin and storage. */
export const serveBuilt = (folder: string): Promise<StaticServer> => serve({ root: folder, base: subPath });

/** Returns the folder. */
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
