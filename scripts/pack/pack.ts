import { execFileSync } from 'node:child_process';
import path from 'node:path';

export interface Packed {
  readonly file: string;
  readonly bytes: number;
  readonly files: number;
}

/** Packs a folder as npm would publish it, into a file in `to`. */
export function pack(folder: string, to: string): Packed {
  const output = execFileSync('npm', ['pack', '--pack-destination', path.resolve(to), '--json', '--silent'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const [packed] = JSON.parse(output) as [{ filename: string; size: number; entryCount: number }];
  return { file: path.join(to, packed.filename), bytes: packed.size, files: packed.entryCount };
}
