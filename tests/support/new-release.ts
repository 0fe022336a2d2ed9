/** A release that differs from the built site in nothing but a mark in its page. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serviceWorker, withFiles } from '../../scripts/vite/listed-files.ts';

/** What the document of the new release has. Its title would be gone as soon as a view writes its own. */
export const newRelease = 'meta[name="release"]';

/** Turns the copy of the built site in a folder into the next release. */
export async function makeNewRelease(root: string): Promise<void> {
  const index = path.join(root, 'index.html');
  await writeFile(
    index,
    (await readFile(index, 'utf8')).replace('<title>', '<meta name="release" content="new" /><title>'),
  );
  const worker = path.join(root, serviceWorker);
  const listed = await readFile(worker, 'utf8');
  await writeFile(worker, await withFiles(root, listed.slice(listed.indexOf('\n') + 1)));
}
