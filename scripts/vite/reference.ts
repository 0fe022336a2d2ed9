import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import type { Plugin } from 'vite';
import type { details, outlines } from './reference-source.ts';

const name = '#reference';
/** What it becomes: the dev server asks for it by a URL, where # would begin a fragment. */
const resolved = '\0reference';
const source = fileURLToPath(new URL('reference-source.ts', import.meta.url));

/**
 * Puts data in the place of `#reference`: the descriptions of the endpoints, written from the declarations, what lists
 * show in one module and the rest in a chunk of each family. So the page loads no declaration, and no writer of
 * schemas.
 */
export function reference(): Plugin {
  let written: Promise<Written> | null = null;
  return {
    name: 'reference',
    enforce: 'pre',
    resolveId: (id) => (id === name || id.startsWith(`${name}/`) ? id.replace(name, resolved) : null),
    async load(id) {
      if (!id.startsWith(resolved)) return null;
      const { files, outlines, details } = await (written ??= write());
      for (const file of files) this.addWatchFile(file);
      const family = id.slice(resolved.length + 1);
      if (family !== '') return `export default ${JSON.stringify(await details[family]?.())};`;
      const loaders = Object.keys(details).map(
        (each) => `${JSON.stringify(each)}: async () => (await import('${name}/${each}')).default`,
      );
      return `export const outlines = ${JSON.stringify(outlines)};\nexport const details = {${loaders.join()}};`;
    },
    /** In development: a declaration has changed. */
    handleHotUpdate({ file, server }) {
      if (!file.includes('/engine/')) return;
      written = null;
      for (const [id, module] of server.moduleGraph.idToModuleMap)
        if (id.startsWith(resolved)) server.moduleGraph.invalidateModule(module);
      server.ws.send({ type: 'full-reload' });
    },
  };
}

interface Source {
  readonly outlines: typeof outlines;
  readonly details: typeof details;
}
interface Written extends Source {
  readonly files: readonly string[];
}

async function write(): Promise<Written> {
  const { module, dependencies } = await runnerImport<Source>(source, {
    configFile: false,
    logLevel: 'error',
  });
  return { outlines: module.outlines, details: module.details, files: dependencies };
}
