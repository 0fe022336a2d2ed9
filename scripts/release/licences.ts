import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

/**
 * The licence of every package that the site may contain: all that the lock file does not call a tool, and `also`,
 * which its example pages contain.
 */
export async function licencesOf(
  lock: { readonly packages: Readonly<Record<string, Locked>> },
  also: readonly string[],
  root = '.',
): Promise<string> {
  const inPages = new Set(also.map((name) => `node_modules/${name}`));
  const contained = Object.entries(lock.packages)
    .filter(([folder, { dev, optional }]) => inPages.has(folder) || (folder !== '' && !dev && !optional))
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  const parts = contained.map(async ([folder, { version, license }]) => {
    const name = folder.replace(/^.*node_modules\//, '');
    const text = await licenceIn(path.join(root, folder));
    return `## ${name} ${version ?? ''}\n\n${license ?? 'No licence is named.'}\n\n${text}`;
  });
  return ['# Licences of what this site contains\n', ...(await Promise.all(parts))].join('\n');
}

/** The texts of a package's licence and notices; none for a package without such files. */
async function licenceIn(folder: string): Promise<string> {
  const names = await readdir(folder);
  const found = names.filter((name) => /^(licen[cs]e|notice)/i.test(name)).toSorted();
  const texts = await Promise.all(found.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.map((text) => `${text.trim()}\n`).join('\n');
}
