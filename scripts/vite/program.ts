import path from 'node:path';
import { build } from 'vite';
import type { Rolldown } from 'vite';

/** A file with all its imports as one script: a classic one, or a module. */
export async function programOf(entry: string, format: 'iife' | 'es' = 'iife'): Promise<string> {
  const built = (await build({
    configFile: false,
    root: path.dirname(path.resolve(entry)),
    logLevel: 'error',
    build: {
      write: false,
      target: ['chrome120', 'firefox121', 'safari17.4'],
      modulePreload: false,
      lib: { entry: path.resolve(entry), formats: [format], name: 'program', fileName: 'program' },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk, ...more] = built[0]!.output;
  if (more.length > 0) throw new Error(`${entry} is more than one script`);
  return chunk.code.trim();
}
