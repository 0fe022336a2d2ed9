import type { Plugin } from 'vite';

/** Of a receiver's language: what its editor asks for (src/editor/javascript.ts), and what these refer to. */
const wanted = /^lib\.(?:es5|es20(?:1\d|2[0-3])(?!\.full)(?:\.\w+)*|decorators(?:\.legacy)?)\.d\.ts$/;

/** Leaves out of the editor's language service what describes a page: receivers have none, and it is most of its size. */
export function languageLibraries(): Plugin {
  return {
    name: 'language-libraries',
    async transform(_, id) {
      if (!id.endsWith('/languages/features/typescript/lib/lib.js')) return null;
      const { libFileMap } = (await import(id)) as { libFileMap: Record<string, string> };
      const kept = Object.fromEntries(Object.entries(libFileMap).filter(([name]) => wanted.test(name)));
      return { code: `export const libFileMap = ${JSON.stringify(kept)};`, map: null };
    },
  };
}
