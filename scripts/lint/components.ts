/**
 * The type-aware rules, for components. oxlint does not read `.svelte` files, so svelte2tsx writes each component as
 * TypeScript into `.lint/`, as svelte-check does; oxlint checks that, and its reports are mapped back.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TraceMap, traceSegment } from '@jridgewell/trace-mapping';
import { parse, VERSION } from 'svelte/compiler';
import { svelte2tsx } from 'svelte2tsx';
import type { SvelteCompiledToTsx } from 'svelte2tsx';

/** A finding of a linter, at a line and a column counted from 1. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  readonly message: string;
}

/** The parts of the output of `oxlint --format json` that are read here. */
export interface OxlintOutput {
  readonly number_of_files: number;
  readonly diagnostics: readonly {
    readonly code?: string;
    readonly message: string;
    readonly help?: string;
    readonly filename: string;
    readonly labels: readonly { readonly span: { readonly offset: number; readonly length: number } }[];
  }[];
}

const folder = '.lint';

interface Written {
  readonly component: string;
  readonly source: string;
  readonly code: string;
  readonly map: SvelteCompiledToTsx['map'];
}

/** The findings of the rules of scripts/lint/components.config.js in the components of `src/`. */
export async function findInComponents(): Promise<Finding[]> {
  rmSync(folder, { recursive: true, force: true });
  try {
    const written = writeComponents();
    // Files instead of the folder, which git and therefore oxlint ignores.
    const output = await oxlint(['-c', 'scripts/lint/components.config.js', ...written.keys()]);
    if (output.number_of_files !== written.size) throw new Error('oxlint did not read every component.');
    return output.diagnostics.flatMap(({ code, message, filename, labels }) => {
      const from = written.get(filename);
      const rule = code ?? 'oxlint';
      if (from === undefined) throw new Error(`${filename}: ${message}`);
      const { offset, length } = labels[0]?.span ?? { offset: 0, length: 0 };
      const at = placeIn(from, offset);
      if (
        at === null ||
        isOfSvelte(rule, textOf(from.code, offset, offset + length)) ||
        isHandler(from.source, at, message)
      )
        return [];
      const before = from.source.slice(0, at).split('\n');
      const column = (before.at(-1)?.length ?? 0) + 1;
      return [{ file: from.component, line: before.length, column, rule, message }];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs oxlint with types and reads its findings. */
export function oxlint(args: readonly string[]): Promise<OxlintOutput> {
  const command = ['node_modules/oxlint/bin/oxlint', '--type-aware', '--format', 'json', ...args];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, { maxBuffer: 2 ** 28 }, (_error, stdout, stderr) => {
      try {
        resolve(JSON.parse(stdout) as OxlintOutput);
      } catch {
        reject(new Error(stdout + stderr));
      }
    });
  });
}

/** Writes the TypeScript of all components, with a project in which their imports of each other are typed. */
function writeComponents(): Map<string, Written> {
  const written = new Map<string, Written>();
  for (const component of filesIn('src', /\.svelte$/)) {
    const source = readFileSync(component, 'utf8');
    const typescript = typescriptOf(source, component);
    if (typescript === null) continue;
    const { code, map } = typescript;
    const name = `++${path.basename(component)}.ts`;
    const file = path.posix.join(folder, path.posix.dirname(component), name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, code);
    // An import of `./A.svelte` finds its types in `A.d.svelte.ts`.
    writeFileSync(
      path.posix.join(folder, component.replace(/\.svelte$/, '.d.svelte.ts')),
      `export { default } from './${name}';\nexport * from './${name}';\n`,
    );
    written.set(file, { component, source, code, map });
  }
  const project = {
    extends: '../tsconfig.json',
    compilerOptions: { rootDirs: ['..', '.'], allowArbitraryExtensions: true },
    files: ['../node_modules/svelte2tsx/svelte-shims-v4.d.ts', '../node_modules/svelte/svelte-html.d.ts'],
    include: ['src', '../src/**/*.d.ts'],
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(project));
  return written;
}

/** Null if the component does not parse, which ESLint and svelte-check report. */
function typescriptOf(source: string, filename: string): SvelteCompiledToTsx | null {
  try {
    return svelte2tsx(source, { filename, parse, version: VERSION, isTsFile: true, mode: 'ts' });
  } catch {
    return null;
  }
}

/** Paths of the files below a folder, with `/`, sorted. */
export function filesIn(root: string, name: RegExp): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => path.posix.join(entry.parentPath.split(path.sep).join('/'), entry.name))
    .sort();
}

/** The place in the component that a byte of its TypeScript comes from; null for code that svelte2tsx added. */
function placeIn({ source, code, map }: Written, byte: number): number | null {
  const before = textOf(code, 0, byte);
  if (before.lastIndexOf('Ωignore_startΩ') > before.lastIndexOf('Ωignore_endΩ')) return null;
  const column = before.length - (before.lastIndexOf('\n') + 1);
  const segment = traceSegment(new TraceMap(JSON.stringify(map)), before.split('\n').length - 1, column);
  if (segment?.[0] !== column || segment.length === 1) return null;
  const [, , line, sourceColumn] = segment;
  const at = source.split('\n', line).join('\n').length + (line > 0 ? 1 : 0) + sourceColumn;
  return source[at] === code[before.length] ? at : null;
}

/**
 * `any` types that Svelte causes, not the component: from `$props()`, whose destructurings svelte2tsx annotates, and
 * in the code for a bound value and for the cause of `{:catch}`.
 */
const isOfSvelte = (rule: string, reported: string): boolean =>
  rule.endsWith('(no-unsafe-assignment)') &&
  /^(\{|\w+:).*=\s+\$props\(\)$|= __sveltets_2_any\(/s.test(reported);

/**
 * An attribute is a property in TypeScript. A handler there may be async, as `checksVoidReturn.attributes` says; a
 * finding about an arrow function is reported at its arrow.
 */
const isHandler = (source: string, at: number, message: string): boolean =>
  message.includes('provided to property where a void return') &&
  /(=\s*\{\s*((async\s+)?(\([^()]*\)|\w+)\s*)?|\s\{)$/.test(source.slice(0, at));

/** Spans are counted in bytes. */
const textOf = (code: string, from: number, to: number): string =>
  Buffer.from(code).subarray(from, to).toString();
