/** Runs programs in the installed languages: all of them in one process where the language allows it. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CodeLanguageId } from '../../src/code/languages/index.ts';

export type Environment = Readonly<Record<string, string>>;

interface Toolchain {
  /** Commands that print a version and exit with 0 if the tool works. */
  readonly needs: readonly (readonly string[])[];
  /** Runs each once, in order. Rejects with the output if one failed. */
  readonly run: (sources: readonly string[], folder: string, environment: Environment) => Promise<void>;
}

/** Resolves to its output. */
export function execute(
  command: readonly string[],
  folder: string,
  environment: Environment = {},
): Promise<string> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1', ...environment },
  });
  const printed: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const text = Buffer.concat(printed).toString();
      if (code === 0) resolve(text);
      else reject(new Error(`${command.join(' ')} exited with ${code}:\n${text.slice(-4000)}`));
    });
  });
}

export async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, source] of Object.entries(files)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, source);
  }
}

const numbered = (sources: readonly string[], nameOf: (at: number) => string): Record<string, string> =>
  Object.fromEntries(sources.map((source, at) => [nameOf(at), source]));

/** `loader`: arguments with which Node loads files of this type. */
const node =
  (ending: string, loader: readonly string[] = []) =>
  async (sources: readonly string[], folder: string, environment: Environment): Promise<void> => {
    const all = sources.map((_, at) => `await import('./call${at}.${ending}');\n`).join('');
    await write(folder, { ...numbered(sources, (at) => `call${at}.${ending}`), 'main.mjs': all });
    await execute([process.execPath, ...loader, 'main.mjs'], folder, environment);
  };

const main = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

export const toolchains: Readonly<Record<CodeLanguageId, Toolchain>> = {
  curl: {
    needs: [
      ['bash', '--version'],
      ['curl', '--version'],
      ['openssl', 'version'],
    ],
    async run(sources, folder, environment) {
      const all = main(sources.length, (at) => `bash call${at}.sh || exit 1`);
      await write(folder, { ...numbered(sources, (at) => `call${at}.sh`), 'main.sh': all });
      await execute(['bash', 'main.sh'], folder, environment);
    },
  },
  javascript: { needs: [], run: node('mjs') },
  typescript: { needs: [], run: node('mts', ['--import', import.meta.resolve('tsx')]) },
  python: {
    needs: [['python3', '-c', 'import requests']],
    async run(sources, folder, environment) {
      const all = `import runpy\nfor at in range(${sources.length}):\n    runpy.run_path(f'call{at}.py')\n`;
      await write(folder, { ...numbered(sources, (at) => `call${at}.py`), 'main.py': all });
      await execute(['python3', 'main.py'], folder, environment);
    },
  },
  go: {
    needs: [['go', 'version']],
    async run(sources, folder, environment) {
      const packages = sources.map((source, at) =>
        source.replace(/^package main$/m, `package call${at}`).replace(/^func main\(\)/m, 'func Main()'),
      );
      const all = [
        'package main',
        main(sources.length, (at) => `import "calls/call${at}"`),
        `func main() {\n${main(sources.length, (at) => `\tcall${at}.Main()`)}\n}\n`,
      ].join('\n');
      await write(folder, {
        ...numbered(packages, (at) => `call${at}/call.go`),
        'go.mod': 'module calls\n\ngo 1.18\n',
        'main.go': all,
      });
      await execute(['go', 'run', '.'], folder, environment);
    },
  },
  ruby: {
    needs: [['ruby', '--version']],
    async run(sources, folder, environment) {
      const all = `${sources.length}.times { |at| load "./call#{at}.rb", true }\n`;
      await write(folder, { ...numbered(sources, (at) => `call${at}.rb`), 'main.rb': all });
      await execute(['ruby', 'main.rb'], folder, environment);
    },
  },
  php: {
    needs: [['php', '--version']],
    async run(sources, folder, environment) {
      const all = `<?php\nfor ($at = 0; $at < ${sources.length}; $at++) (function ($file) { include $file; })(__DIR__ . "/call$at.php");\n`;
      await write(folder, { ...numbered(sources, (at) => `call${at}.php`), 'main.php': all });
      await execute(['php', 'main.php'], folder, environment);
    },
  },
  java: {
    needs: [['javac', '-version']],
    async run(sources, folder, environment) {
      const classes = sources.map((source, at) =>
        source.replace(/^public class Call /m, `public class Call${at} `),
      );
      const all = `public class Main {\n  public static void main(String[] args) throws Exception {\n${main(sources.length, (at) => `    Call${at}.main(args);`)}\n  }\n}\n`;
      await write(folder, { ...numbered(classes, (at) => `Call${at}.java`), 'Main.java': all });
      await execute(
        ['javac', '-encoding', 'US-ASCII', ...sources.map((_, at) => `Call${at}.java`), 'Main.java'],
        folder,
      );
      await execute(['java', '-cp', '.', 'Main'], folder, environment);
    },
  },
  csharp: {
    needs: [
      ['mcs', '--version'],
      ['mono', '--version'],
    ],
    async run(sources, folder, environment) {
      const classes = sources.map((source, at) =>
        source
          .replace(/^class Call$/m, `public class Call${at}`)
          .replace(/^ {4}static async Task Main\(\)/m, '    public static async Task Main()'),
      );
      const all = `class All\n{\n    static void Main()\n    {\n${main(sources.length, (at) => `        Call${at}.Main().GetAwaiter().GetResult();`)}\n    }\n}\n`;
      await write(folder, { ...numbered(classes, (at) => `Call${at}.cs`), 'All.cs': all });
      const files = [...sources.map((_, at) => `Call${at}.cs`), 'All.cs'];
      await execute(['mcs', '-main:All', '-r:System.Net.Http', '-out:all.exe', ...files], folder);
      await execute(['mono', 'all.exe'], folder, environment);
    },
  },
};

export const isHere = (language: CodeLanguageId): boolean =>
  toolchains[language].needs.every(
    ([program = '', ...args]) => spawnSync(program, args, { stdio: 'ignore', timeout: 60_000 }).status === 0,
  );
