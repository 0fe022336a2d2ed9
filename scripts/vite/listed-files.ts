import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { servedDocument } from './served-page.ts';
import type { ListedFile, ReleaseFiles } from '../../src/offline/protocol.ts';

export const serviceWorker = 'service-worker.js';

/** The language service of programs, a quarter of the site, which can do without it for a while. */
const later = /^assets\/ts\.worker-/;

/** Pages of a documentation, which no view of the playground links to. They are read where the documentation is. */
const apart = /^examples\//;

/** The code of the service worker, with a list of the files in the folder of a built site before it. */
export const withFiles = async (folder: string, program: string): Promise<string> =>
  `const release=${JSON.stringify(await filesIn(folder))};\n${program}\n`;

export async function filesIn(folder: string): Promise<ReleaseFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => file !== serviceWorker && file !== servedDocument && !apart.test(file))
    .sort();
  const files = await Promise.all(names.map((file) => listed(folder, file)));
  return {
    version: digestOf(JSON.stringify(files)),
    first: files.filter(([file]) => !later.test(file)),
    later: files.filter(([file]) => later.test(file)),
  };
}

async function listed(folder: string, file: string): Promise<ListedFile> {
  const bytes = await readFile(path.join(folder, file));
  return [file === 'index.html' ? '' : file, digestOf(bytes), bytes.byteLength];
}

const digestOf = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest().subarray(0, 12).toString('base64');
