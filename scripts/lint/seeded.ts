/**
 * `npm run lint:seeded`: plants every mistake of scripts/lint/seeded-mistakes.ts in `src/seeded/`, runs lint and
 * types over all of them once, and says which tool found which. Fails if one was not found.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findInComponents, oxlint } from './components.ts';
import { mistakes } from './seeded-mistakes.ts';

const folder = 'src/seeded';

interface Plant {
  readonly rule: string;
  readonly place: 'a file' | 'a script' | 'a template';
  readonly file: string;
  readonly text: string;
}

interface Found {
  readonly tool: string;
  readonly file: string;
  readonly rule: string;
}

function plants(): Plant[] {
  return mistakes.flatMap(({ rule, given = '', code, markup, only }, index) => {
    const name = `${folder}/Mistake${index}`;
    const script = `<script lang="ts">\n${given}\n${code ?? ''}\n</script>\n`;
    const all: Plant[] = [];
    if (code !== undefined && only !== 'script')
      all.push({ rule, place: 'a file', file: `${name}.ts`, text: `${given}\n${code}\nexport {};\n` });
    if (code !== undefined && only !== 'ts')
      all.push({ rule, place: 'a script', file: `${name}Script.svelte`, text: script });
    if (markup !== undefined) {
      const text = `<script lang="ts">\n${given}\n</script>\n\n${markup}\n`;
      all.push({ rule, place: 'a template', file: `${name}Template.svelte`, text });
    }
    return all;
  });
}

/** Runs a tool of node_modules over the planted files and returns its output; a failure is expected. */
function run(tool: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`node_modules/${tool}`, ...args],
      { maxBuffer: 2 ** 28 },
      (_error, stdout) => {
        resolve(stdout);
      },
    );
  });
}

async function findByOxlint(): Promise<Found[]> {
  // Files instead of the folder, which git and therefore oxlint ignores.
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
  const { diagnostics } = await oxlint([
    '-c',
    'oxlint.config.js',
    ...files.map((name) => `${folder}/${name}`),
  ]);
  return diagnostics.map(({ code, filename }) => ({
    tool: 'oxlint',
    file: filename,
    rule: code ?? 'oxlint',
  }));
}

async function findByEslint(): Promise<Found[]> {
  const output = await run('eslint/bin/eslint.js', ['--format', 'json', folder]);
  const results = JSON.parse(output) as { filePath: string; messages: { ruleId: string | null }[] }[];
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId }) => ({
      tool: 'ESLint',
      file: path.relative('.', filePath),
      rule: ruleId ?? 'syntax',
    })),
  );
}

async function findBySvelteCheck(): Promise<Found[]> {
  // As `npm run types` does: otherwise it would check its own output of an earlier run.
  rmSync('.svelte-check', { recursive: true, force: true });
  const output = await run('svelte-check/bin/svelte-check', [
    '--tsgo',
    '--tsconfig',
    './tsconfig.json',
    '--output',
    'machine-verbose',
  ]);
  return output.split('\n').flatMap((line) => {
    const json = /^\d+ (\{.*\})$/.exec(line)?.[1];
    if (json === undefined) return [];
    const { filename, code } = JSON.parse(json) as { filename: string; code: string | number };
    const rule = typeof code === 'number' ? `TS${code}` : code;
    return [{ tool: 'svelte-check', file: filename, rule }];
  });
}

async function find(): Promise<Found[]> {
  const components = await findInComponents();
  const byTypes = components.map(({ file, rule }) => ({ tool: 'oxlint', file, rule }));
  return [...byTypes, ...(await Promise.all([findByOxlint(), findByEslint(), findBySvelteCheck()])).flat()];
}

/** The names in the list for `typescript(no-for-in-array)`, `@typescript-eslint/no-for-in-array` and `svelte/no-inspect`. */
const nameOf = (rule: string): string =>
  rule.startsWith('svelte/')
    ? rule
    : (/([\w-]+)\)?$/.exec(rule)?.[1] ?? rule).replace('no-restricted-syntax', 'restricted-syntax');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
try {
  const planted = plants();
  for (const { file, text } of planted) writeFileSync(file, text);
  const found = await find();
  let missed = 0;
  for (const { rule, place, file, text } of planted) {
    const tools = found
      .filter((each) => each.file === file && nameOf(each.rule) === rule)
      .map(({ tool }) => tool);
    if (tools.length === 0) missed++;
    if (tools.length === 0 || process.argv.includes('--all')) {
      const others = found.filter((each) => each.file === file).map((each) => `${each.tool} ${each.rule}`);
      console.log(
        `${rule} in ${place}: ${tools.length > 0 ? `found by ${[...new Set(tools)].join(', ')}` : 'NOT FOUND'}`,
      );
      if (tools.length === 0) console.log(`${text}\n  reported instead: ${others.join('; ') || 'nothing'}\n`);
    }
  }
  console.log(`${planted.length - missed} of ${planted.length} planted mistakes were found.`);
  if (missed > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
