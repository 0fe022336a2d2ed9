import { fork } from 'node:child_process';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { WrittenData } from './written-data.ts';

/**
 * Replaces a module by data: runs `source`, and makes `name` export what that exports. Plain data is put in the
 * module itself. A function, or a record of functions, gives data that is loaded on demand: each becomes a separate
 * chunk. So the page loads only the data, not the code that computes it. The source runs in a separate process:
 * within the build's it would share one thread with the build, and wait too long on a busy machine.
 */
export function dataModule(name: `#${string}`, source: string): Plugin {
  /** The resolved id: the dev server requests it by a URL, where # would begin a fragment. */
  const resolved = name.replace('#', '\0');
  let written: Promise<WrittenData> | null = null;
  return {
    name: `data ${name}`,
    enforce: 'pre',
    resolveId: (id) => (id === name || id.startsWith(`${name}/`) ? id.replace(name, resolved) : null),
    async load(id) {
      if (id !== resolved && !id.startsWith(`${resolved}/`)) return null;
      const { code, parts } = await (written ??= write(name, source));
      return id === resolved ? code : `export default ${parts[id.slice(resolved.length + 1)]};`;
    },
    /** In development: a file from which it was computed has changed. */
    handleHotUpdate({ file, server }) {
      if (!/\/(?:engine|lessons|tests)\//.test(file)) return;
      written = null;
      for (const [id, module] of server.moduleGraph.idToModuleMap)
        if (id.startsWith(resolved)) server.moduleGraph.invalidateModule(module);
      server.ws.send({ type: 'full-reload' });
    },
  };
}

const writer = path.join(import.meta.dirname, 'written-data.ts');

function write(name: string, source: string): Promise<WrittenData> {
  return new Promise((resolve, reject) => {
    const child = fork(writer, [name, source], { execArgv: ['--import', 'tsx'] });
    child.once('message', resolve);
    child.once('error', reject);
    // It disconnects after its message, or when it fails: then this rejection has no effect, or reports the failure.
    child.once('disconnect', () => reject(new Error(`${name}: its source gave no data`)));
  });
}
