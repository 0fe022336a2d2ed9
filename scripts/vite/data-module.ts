import { fork } from 'node:child_process';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { WrittenData } from './written-data.ts';

/**
 * Puts data in the place of a module: runs `source`, and lets `name` export what that exports. Plain data stands in
 * the module itself. A function, or a record of functions, stands for data that loads when it is called: each becomes
 * a chunk of its own. So the page loads what was written, and nothing that it was written by. The source runs in a
 * process of its own: within the build's, it shares one thread with it, and waits too long on a busy machine.
 */
export function dataModule(name: `#${string}`, source: string): Plugin {
  /** What it becomes: the dev server asks for it by a URL, where # would begin a fragment. */
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
    /** In development: what it was written from has changed. */
    handleHotUpdate({ file, server }) {
      if (!file.includes('/engine/') && !file.includes('/tests/')) return;
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
    // It disconnects behind its message, or where it fails: then nobody waits any more.
    child.once('disconnect', () => reject(new Error(`${name}: its source gave no data`)));
  });
}
