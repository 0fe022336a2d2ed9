/** One process to a folder: the file `lock` has its id, and counts for as long as it lives. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BadInput } from './bad-input.ts';

/** Gives what lets go of the folder. Rejects with `BadInput` when another process has it. */
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
        `${folder} is in use by process ${owner}; if that is no svc-playground, delete ${file}`,
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
