/** The copy of a revision to which mutations are applied: a git worktree in the folder for temporary files. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();

export const revisionOf = (name: string): string => git('rev-parse', '--short=10', `${name}^{commit}`);

export interface Copy {
  readonly folder: string;
  readonly remove: () => void;
}

/**
 * A new copy, with these files as they are here. Removes first what a killed run left behind. Throws while another
 * run uses the copy.
 */
export function makeCopy(root: string, revision: string, files: readonly string[]): Copy {
  const project = createHash('sha256').update(root).digest('hex').slice(0, 8);
  const folder = path.join(tmpdir(), `mutate-${project}-${revision}`);
  const owner = `${folder}.pid`;
  const pid = existsSync(owner) ? Number(readFileSync(owner, 'utf8')) : 0;
  if (pid > 0 && isAlive(pid)) throw new Error(`Process ${pid} is already running mutations of ${revision}.`);
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    git('-C', root, 'worktree', 'prune');
    rmSync(owner, { force: true });
  };
  remove();
  writeFileSync(owner, String(process.pid));
  git('-C', root, 'worktree', 'add', '--detach', '--quiet', folder, revision);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const file of files) cpSync(path.join(root, file), path.join(folder, file));
  return { folder, remove };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
