import type { Plugin } from 'vite';

const query = '?worker&url';

/**
 * Builds a worker that is imported as `…?worker&url` together with the page: what both use is one chunk, fetched once.
 * Vite alone builds each worker by itself, with copies. In development nothing is built, and Vite serves it.
 */
export function sharedWorker(): Plugin {
  return {
    name: 'shared-worker',
    apply: 'build',
    enforce: 'pre',
    // What wraps `import()` for the page has to work in the worker: no links for what is to come, no `window`.
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies: (_, scripts, { hostType }) => (hostType === 'html' ? scripts : []),
        },
      },
    }),
    transform: (code, id) =>
      id.includes('vite/preload-helper') ? code.replaceAll('window.', 'self.') : null,
    async resolveId(id, importer) {
      if (!id.endsWith(query)) return null;
      const resolved = await this.resolve(id.slice(0, -query.length), importer);
      return resolved && `\0worker:${resolved.id}`;
    },
    load(id) {
      if (!id.startsWith('\0worker:')) return null;
      const reference = this.emitFile({ type: 'chunk', id: id.slice('\0worker:'.length), name: 'worker' });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
  };
}
