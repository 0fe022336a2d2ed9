import path from 'node:path';
import { build } from 'vite';
import type { InlineConfig, Rolldown } from 'vite';

/** What a build makes, without writing it: for the browsers of the page, and nothing of the page's own settings. */
export async function outputOf(config: InlineConfig): Promise<Rolldown.RolldownOutput['output']> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    ...config,
    build: {
      write: false,
      target: ['chrome120', 'firefox121', 'safari17.4'],
      modulePreload: false,
      ...config.build,
    },
  });
  for (const made of [built].flat()) if ('output' in made) return made.output;
  throw new Error('A build that watches has no output');
}

/** A file with all its imports as one script: a classic one, or a module. */
export async function programOf(entry: string, format: 'iife' | 'es' = 'iife'): Promise<string> {
  const [chunk, ...more] = await outputOf({
    root: path.dirname(path.resolve(entry)),
    build: { lib: { entry: path.resolve(entry), formats: [format], name: 'program', fileName: 'program' } },
  });
  if (more.length > 0) throw new Error(`${entry} is more than one script`);
  return chunk.code.trim();
}
