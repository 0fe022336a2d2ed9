import type { Plugin } from 'vite';

/**
 * The libraries of a receiver's language: those that its editor requests (src/editor/javascript.ts), and those to
 * which these refer.
 */
const wanted = /^lib\.(?:es5|es20(?:1\d|2[0-3])(?!\.full)(?:\.\w+)*|decorators(?:\.legacy)?)\.d\.ts$/;

/**
 * Removes the description of a page from the editor's language service: receivers have no page, and it is most of its
 * size.
 */
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
