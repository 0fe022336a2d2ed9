/** The package as somebody has it who installed it: in an empty folder, without a network. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildPackage } from '../../scripts/pack/build.ts';
import { pack } from '../../scripts/pack/pack.ts';

const run = promisify(execFile);

export interface Installed {
  /** Has `node_modules/svc-playground`. */
  readonly folder: string;
  /** The tarball's path. */
  readonly file: string;
  /** Of the tarball. */
  readonly bytes: number;
  /** Runs Node in the folder and gives what it printed. Rejects with that when it fails. */
  readonly node: (...args: readonly string[]) => Promise<string>;
  /** Puts a package beside it that this project has. */
  readonly beside: (name: string) => Promise<void>;
}

export async function installPackage(): Promise<Installed> {
  const folder = await mkdtemp(path.join(tmpdir(), 'svc-playground-installed-'));
  const built = path.join(folder, 'built');
  await buildPackage(built);
  const { file, bytes } = pack(built, folder);
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  return {
    ...{ folder, file, bytes },
    node: async (...args) => {
      const env = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined };
      const { stdout } = await run(process.execPath, args, { cwd: folder, env }).catch((error: unknown) => {
        const { stdout: said = '', stderr = '' } = error as { stdout?: string; stderr?: string };
        throw new Error(`node ${args.join(' ')} failed:\n${said}${stderr}`, { cause: error });
      });
      return stdout;
    },
    beside: async (name) => {
      const target = path.join(folder, 'node_modules', name);
      await mkdir(path.dirname(target), { recursive: true });
      await cp(path.join('node_modules', name), target, { recursive: true });
    },
  };
}
