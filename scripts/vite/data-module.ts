import { runnerImport } from 'vite';
import type { Plugin } from 'vite';

/** What a source module may export: data, or what gives a part of it, as one or by name. */
type Source = Readonly<Record<string, unknown>>;
type Give = () => Promise<unknown>;

interface Written {
  readonly code: string;
  /** JSON, by the name of the part. */
  readonly parts: ReadonlyMap<string, string>;
  readonly files: readonly string[];
}

/**
 * Puts data in the place of a module: runs `source`, and lets `name` export what that exports. Plain data stands in
 * the module itself. A function, or a record of functions, stands for data that loads when it is called: each becomes
 * a chunk of its own. So the page loads what was written, and nothing that it was written by. What a source imports, it
 * imports before it is asked: by then the runner is closed.
 */
export function dataModule(name: `#${string}`, source: string): Plugin {
  /** What it becomes: the dev server asks for it by a URL, where # would begin a fragment. */
  const resolved = name.replace('#', '\0');
  let written: Promise<Written> | null = null;
  return {
    name: `data ${name}`,
    enforce: 'pre',
    resolveId: (id) => (id === name || id.startsWith(`${name}/`) ? id.replace(name, resolved) : null),
    async load(id) {
      if (id !== resolved && !id.startsWith(`${resolved}/`)) return null;
      const { code, parts, files } = await (written ??= write(name, source));
      for (const file of files) this.addWatchFile(file);
      return id === resolved ? code : `export default ${parts.get(id.slice(resolved.length + 1))};`;
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

async function write(name: string, source: string): Promise<Written> {
  const { module, dependencies } = await runnerImport<Source>(source, {
    configFile: false,
    logLevel: 'error',
  });
  const parts = new Map<string, string>();
  const loader = async (part: string, give: Give): Promise<string> => {
    if (parts.has(part)) throw new Error(`${name} has two parts called ${part}`);
    parts.set(part, JSON.stringify(await give()));
    return `async () => (await import('${name}/${part}')).default`;
  };
  const lines: string[] = [];
  for (const [exported, value] of Object.entries(module)) {
    let written = JSON.stringify(value);
    if (isGive(value)) written = await loader(exported, value);
    else if (isRecordOfGives(value)) {
      const fields: string[] = [];
      for (const [part, give] of Object.entries(value))
        fields.push(`${JSON.stringify(part)}: ${await loader(part, give)}`);
      written = `{${fields.join()}}`;
    }
    lines.push(`export const ${exported} = ${written};`);
  }
  return { code: lines.join('\n'), parts, files: dependencies };
}

const isGive = (value: unknown): value is Give => typeof value === 'function';

const isRecordOfGives = (value: unknown): value is Readonly<Record<string, Give>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).length > 0 &&
  Object.values(value).every(isGive);
