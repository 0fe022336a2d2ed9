import type { Plugin } from 'vite';

const query = '?worker&url';

/**
 * Builds a worker that is imported as `…?worker&url` together with the page, so that code used by both is one chunk,
 * fetched once. By default, Vite builds each worker separately, with copies. In development nothing is built, and
 * Vite serves it.
 */
export function sharedWorker(): Plugin {
  const names = new Set<string>();
  return {
    name: 'shared-worker',
    apply: 'build',
    enforce: 'pre',
    // The wrapper of `import()` for the page has to work in the worker too: no preload links, no `window`.
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
      const file = id.slice('\0worker:'.length);
      const name = file
        .split('/')
        .slice(-2)
        .join('-')
        .replace(/\.[jt]s$/, '');
      names.add(name);
      const reference = this.emitFile({
        type: 'chunk',
        id: file,
        name,
        preserveSignature: 'strict', // code shared with the page must not be put into it, or the page would start it
      });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && names.has(chunk.name) && chunk.exports.length > 0)
          this.error(
            `${chunk.fileName} starts a worker, and another chunk would load it for what it exports`,
          );
    },
  };
}
