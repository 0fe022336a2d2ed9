/** One program, built and started as a person would: its output is read line by line, its prompts are answered. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { CodeLanguageId } from '../../src/code/languages/index.ts';
import { execute, write } from './toolchains.ts';
import type { Environment } from './toolchains.ts';

interface Single {
  readonly file: string;
  readonly build?: readonly string[];
  readonly run: readonly string[];
}

const singles: Readonly<Record<CodeLanguageId, Single>> = {
  curl: { file: 'program.sh', run: ['bash', 'program.sh'] },
  javascript: { file: 'program.mjs', run: [process.execPath, 'program.mjs'] },
  typescript: {
    file: 'program.mts',
    run: [process.execPath, '--import', import.meta.resolve('tsx'), 'program.mts'],
  },
  python: { file: 'program.py', run: ['python3', 'program.py'] },
  go: { file: 'program.go', build: ['go', 'build', 'program.go'], run: ['./program'] },
  ruby: { file: 'program.rb', run: ['ruby', 'program.rb'] },
  php: { file: 'program.php', run: ['php', 'program.php'] },
  java: { file: 'Program.java', run: ['java', 'Program.java'] },
  csharp: {
    file: 'Program.cs',
    build: ['mcs', '-r:System.Net.Http', '-out:program.exe', 'Program.cs'],
    run: ['mono', 'program.exe'],
  },
};

/** Mono's compiler accepts no async Main. */
const forMono = (source: string): string =>
  source.replace(/static async Task Main\(\)/, 'public static async Task Begin()') +
  `class Entry { static void Main() { ${/^class (\w+)/m.exec(source)?.[1]}.Begin().GetAwaiter().GetResult(); } }\n`;

export interface Running {
  /** Resolves to the first line from here on that matches `is`. Rejects if the program ends before. */
  readonly line: (is: (line: string) => boolean) => Promise<string>;
  readonly type: (line: string) => void;
  /** Resolves to its exit code and its whole output. */
  readonly end: Promise<{ readonly code: number | null; readonly printed: string }>;
  readonly stop: () => void;
}

/** `args` follow the command. */
export async function start(
  id: CodeLanguageId,
  source: string,
  folder: string,
  environment: Environment,
  command?: readonly string[],
): Promise<Running> {
  const { file, build, run } = singles[id];
  await write(folder, {
    [file]: id === 'csharp' && source.includes('async Task Main') ? forMono(source) : source,
  });
  if (build) await execute(build, folder);
  const [program = '', ...args] = command ?? run;
  const child = spawn(program, args, {
    cwd: path.resolve(folder),
    env: { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1', ...environment },
  });
  const lines: string[] = [];
  let printed = '';
  let isOver = false;
  let wake = (): void => {};
  const heard = (chunk: Buffer): void => {
    printed += chunk.toString();
    lines.splice(0, lines.length, ...printed.split('\n').slice(0, -1));
    wake();
  };
  child.stdout.on('data', heard);
  child.stderr.on('data', heard);
  const end = new Promise<{ code: number | null; printed: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      isOver = true;
      wake();
      resolve({ code, printed });
    });
  });
  let read = 0;
  return {
    async line(is) {
      for (;;) {
        while (read < lines.length) {
          const line = lines[read++] ?? '';
          if (is(line)) return line;
        }
        if (isOver) throw new Error(`${id} ended before:\n${printed}`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    type: (line) => void child.stdin.write(`${line}\n`),
    end,
    stop: () => void child.kill(),
  };
}
