import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { minifySync } from 'vite';
import type { Plugin } from 'vite';

/** The file that starts the worker (src/early.ts) is asked for before all others, and waits for none of them. */
const earliest = [
  /(<script src="[^]*)<script type="module"( crossorigin src="[^"]*\/early-[^"]*"><\/script>)\s*/,
  '<script type="module" async$2$1',
] as const;

/** All of the page's own file runs when it begins. With this line Chromium compiles it on another thread meanwhile. */
const compiledAtOnce = '//# allFunctionsCalledOnLoad\n';

/** Scripts of public/ that run before the page’s modules. Vite copies them as they are. */
const before = ['theme.js', 'shell.js'];

/** What the page needs for its beginning comes in the order in which it takes the least time (decisions/start.md). */
export function pageStart(): Plugin {
  return {
    name: 'page-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const moved = html.replace(...earliest);
        if (moved === html) throw new Error('The page does not begin with the file that starts its worker');
        return moved.replace(/<!--[^]*?-->\s*/g, '').replace(/\n\s+/g, '\n');
      },
    },
    generateBundle: {
      order: 'post', // Vite writes its list of files at the top
      handler(_, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk' || !chunk.moduleIds.some((id) => id.endsWith('/src/App.svelte')))
            continue;
          for (const file of chunk.imports) {
            const imported = bundle[file];
            if (imported?.type === 'chunk' && imported.name === 'platform')
              this.error(
                `${chunk.fileName} would run all of the worker’s ${file} for what it imports of it: worker-modules.ts has to name that`,
              );
          }
          chunk.code = compiledAtOnce + chunk.code;
        }
      },
    },
    async writeBundle({ dir = 'dist' }) {
      for (const file of before) {
        const copy = path.join(dir, file);
        await writeFile(copy, minifySync(file, await readFile(copy, 'utf8')).code);
      }
    },
  };
}
