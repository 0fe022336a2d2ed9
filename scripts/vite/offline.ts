import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';
import { serviceWorker, withFiles } from './listed-files.ts';
import { programOf } from './program.ts';

/** Writes the service worker of the site, with a list of all files of the build (decisions/offline.md). */
export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    enforce: 'post',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) return;
        const program = await programOf(path.resolve('src/offline/service-worker.ts'));
        await writeFile(path.join(dir, serviceWorker), await withFiles(dir, program));
      },
    },
  };
}
