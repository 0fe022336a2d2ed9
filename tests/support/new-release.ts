/** A release that differs from the built site in nothing but the title of its page. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serviceWorker, withFiles } from '../../scripts/vite/listed-files.ts';

/** What the title of the new release begins with. */
export const newTitle = 'New: svc';

/** Turns the copy of the built site in a folder into the next release. */
export async function makeNewRelease(root: string): Promise<void> {
  const index = path.join(root, 'index.html');
  await writeFile(index, (await readFile(index, 'utf8')).replace('<title>svc', `<title>${newTitle}`));
  const worker = path.join(root, serviceWorker);
  const listed = await readFile(worker, 'utf8');
  await writeFile(worker, await withFiles(root, listed.slice(listed.indexOf('\n') + 1)));
}
