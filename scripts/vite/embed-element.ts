import type { Plugin } from 'vite';
import { programOf } from './program.ts';

/** Writes the embed element beside the page: `embed.js`, a classic script, and `embed.mjs`, a module, from one source. */
export function embedElement(): Plugin {
  return {
    name: 'embed-element',
    apply: 'build',
    async buildStart() {
      const [classic, module] = await Promise.all([
        programOf('src/element/classic.ts', 'iife'),
        programOf('src/element/module.ts', 'es'),
      ]);
      this.emitFile({ type: 'asset', fileName: 'embed.js', source: classic });
      this.emitFile({ type: 'asset', fileName: 'embed.mjs', source: module });
    },
  };
}
