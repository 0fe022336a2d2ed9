/** The package as installed by a user: in an empty folder, without a network. */
import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildPackage } from '../../scripts/pack/build.ts';
import { packWithout } from '../../scripts/pack/site.ts';

const run = promisify(execFile);

export interface Installed {
  /** Has `node_modules/svc-playground`. */
  readonly folder: string;
  /** The tarball's path. */
  readonly file: string;
  /** Of the tarball. */
  readonly bytes: number;
  /** Runs Node in the folder and returns its output. Rejects with the output if it fails. */
  readonly node: (...args: readonly string[]) => Promise<string>;
  /** Runs a program in the folder and returns its whole output; null if it is missing. */
  readonly run: (program: string, ...args: readonly string[]) => Promise<string | null>;
  /** The same in a folder inside it. */
  readonly runIn: (inner: string, program: string, ...args: readonly string[]) => Promise<string | null>;
  /** Starts a program of the folder. */
  readonly spawn: (...args: readonly string[]) => Program;
  /** Adds a package that this project has. */
  readonly beside: (name: string) => Promise<void>;
}

export interface Program {
  /** Resolves when its output matches; rejects if it ends before. */
  readonly printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Sends it a signal, if one is given, and waits for its end. */
  readonly stopped: (signal?: NodeJS.Signals) => Promise<{ code: number | null; errors: string }>;
}

export async function installPackage(): Promise<Installed> {
  const folder = await mkdtemp(path.join(tmpdir(), 'svc-playground-installed-'));
  const built = path.join(folder, 'built');
  await buildPackage(built);
  const { file, bytes } = await packWithout(built, folder);
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', file], {
    cwd: folder,
    shell: process.platform === 'win32',
  });
  const runIn: Installed['runIn'] = async (inner, program, ...args) => {
    try {
      const { stdout, stderr } = await printed(path.join(folder, inner), program, args);
      return stdout + stderr; // Bun and Jest report on their tests where others print errors.
    } catch (error) {
      if (error instanceof Error && isMissing(error.cause)) return null;
      throw error;
    }
  };
  return {
    ...{ folder, file, bytes, runIn },
    node: async (...args) => (await printed(folder, process.execPath, args)).stdout,
    run: (program, ...args) => runIn('.', program, ...args),
    spawn: (...args) => startProgram(args, folder),
    beside: async (name) => {
      const target = path.join(folder, 'node_modules', name);
      await mkdir(path.dirname(target), { recursive: true });
      await cp(path.join('node_modules', name), target, { recursive: true });
    },
  };
}

/** Runs a program to its end. Rejects with its output if it fails. */
function printed(cwd: string, program: string, args: readonly string[]) {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined, NO_COLOR: '1' };
  return run(program, args, { cwd, env }).catch((error: unknown) => {
    const { stdout: said = '', stderr: told = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${said}${told}`, { cause: error });
  });
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

function startProgram(args: readonly string[], cwd: string): Program {
  const child = spawn(process.execPath, args, { cwd, env: { ...process.env, NODE_OPTIONS: '' } });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output);
          if (found) resolve(found);
        };
        look();
        child.stdout.on('data', look);
        void ended.then(() => reject(new Error(`It ended and printed:\n${output}${errors}`)));
      }),
    async stopped(signal) {
      if (signal) child.kill(signal);
      return { code: await ended, errors };
    },
  };
}
