import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/**
 * Puts openapi.json beside the page, where generators fetch it, without what only sets it in lines. It is the kept file: to write it again, the whole platform
 * is called some thousand times, and a test holds that it is what the declarations say (decisions/openapi.md). In
 * development the same address gives the same file, since it lies in the root of the project.
 */
export function keptOpenapi(): Plugin {
  return {
    name: 'kept openapi.json',
    apply: 'build',
    async generateBundle() {
      const document: unknown = JSON.parse(
        await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'),
      );
      this.emitFile({ type: 'asset', fileName: 'openapi.json', source: JSON.stringify(document) });
    },
  };
}
