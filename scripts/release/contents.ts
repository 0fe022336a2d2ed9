/** What one zip of a release has, and the zip, whose bytes depend on nothing else. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { zipSync } from 'fflate';

/** The file with the SHA-256 of every other one, as `sha256sum --check` reads it. */
export const sums = 'SHA256SUMS';

/** The files of a built site under `site/`, beside further files, and the digests of all. */
export async function contentsOf(
  dist: string,
  others: Readonly<Record<string, Uint8Array>>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const site = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));
  const read = site.map(async (file): Promise<[string, Uint8Array]> => {
    const name = path.relative(dist, file).split(path.sep).join('/');
    return [`site/${name}`, await readFile(file)];
  });
  const files = [...(await Promise.all(read)), ...Object.entries(others)].toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const lines = files.map(
    ([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`,
  );
  return new Map([...files, [sums, Buffer.from(lines.join(''))]]);
}

/** Local, as a zip stores times: the same in every time zone. */
const mtime = new Date(1980, 0, 1);

export const zipOf = (contents: ReadonlyMap<string, Uint8Array>): Uint8Array =>
  zipSync(Object.fromEntries(contents), { level: 9, mtime });
