/** `npm run lint`: oxlint over the files, ESLint over the components, and oxlint over their TypeScript, at the same time. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { claimsBeyond, claimsBy, sum } from '../claims.ts';
import { filesIn, findInComponents } from './components.ts';
import { suppressionsIn } from './suppressions.ts';

/** Runs a tool of node_modules and prints its output once it has ended; true when it found nothing. */
function passes(tool: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [`node_modules/${tool}`, ...args]);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output.push(chunk);
    });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(output));
      resolve(code === 0);
    });
  });
}

async function componentsPass(): Promise<boolean> {
  const findings = await findInComponents();
  for (const { file, line, column, rule, message } of findings)
    console.log(`${file}:${line}:${column}  ${rule}: ${message}`);
  return findings.length === 0;
}

/** The folders in tsconfig.json; the files beside them configure tools. */
function nothingIsSuppressed(): boolean {
  const files = ['engine', 'lessons', 'worker', 'src', 'testing', 'tests', 'scripts', 'docs'].flatMap(
    (root) => filesIn(root, /\.(ts|js|svelte)$/),
  );
  const lines = files.flatMap((file) =>
    suppressionsIn(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`),
  );
  for (const line of lines)
    console.log(`${line}  A comment silences oxlint. Fix what the rule reports instead.`);
  return lines.length === 0;
}

function claimsStay(): boolean {
  const beyond = claimsBeyond(sum([...claimsBy(process.cwd()).values()]));
  for (const line of beyond) console.log(line);
  return beyond.length === 0;
}

const passed = await Promise.all([
  passes('eslint/bin/eslint.js', ['src', '--max-warnings', '0']),
  passes('oxlint/bin/oxlint', ['--config', 'oxlint.config.js', '--type-aware']),
  componentsPass(),
]);
if (![nothingIsSuppressed(), claimsStay(), ...passed].every(Boolean)) process.exitCode = 1;
