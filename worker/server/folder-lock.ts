/** Allows one process per folder: the file `lock` contains its id, and is valid while that process lives. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BadInput } from './bad-input.ts';

/** Gives a function that releases the folder. Rejects with `BadInput` when another process uses it. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'lock');
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      await writeFile(file, `${process.pid}\n`, { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const owner = Number((await readFile(file, 'utf8').catch(() => '')).trim());
    if (isAlive(owner))
      throw new BadInput(
        `${folder} is in use by process ${owner}; if that is not svc-playground, delete ${file}`,
      );
    await rm(file, { force: true });
  }
  throw new BadInput(`${folder} is in use by another process`);
}

function isAlive(pid: number): boolean {
  if (!(Number.isInteger(pid) && pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
