import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

/**
 * Puts openapi.json beside the page, where generators fetch it, without line breaks and indentation. It is the
 * committed file, because generating it takes some thousand calls of the whole platform, and a test checks that it
 * matches the declarations (decisions/openapi.md). In development the same address serves the file in the root of the
 * project.
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
