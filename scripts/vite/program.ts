import path from 'node:path';
import { build } from 'vite';
import type { Rolldown } from 'vite';

/** A file with all that it imports, as one classic script. */
export async function programOf(entry: string): Promise<string> {
  const built = (await build({
    configFile: false,
    root: path.dirname(entry),
    logLevel: 'error',
    build: {
      write: false,
      target: ['chrome120', 'firefox121', 'safari17.4'],
      modulePreload: false,
      lib: { entry, formats: ['iife'], name: 'program', fileName: 'program' },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk, ...more] = built[0]!.output;
  if (more.length > 0) throw new Error(`${entry} is more than one script`);
  return chunk.code.trim();
}
