import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { findOrInstallBrowser } from './browser.ts';
import { readFileTimes, readProofs, readReports, reportFiles } from './reports.ts';

/** A step of the gate: scripts of package.json under a heading, run at the same time. */
export interface Step {
  readonly title: string;
  readonly scripts: readonly string[];
  /** Arguments for each script. */
  readonly args?: readonly string[];
  /** Finds (or installs) a Chromium first and passes it on as CHROMIUM_PATH. */
  readonly needsBrowser?: boolean;
}

export const steps = {
  format: { title: 'Format and types', scripts: ['format:check', 'types'] },
  lint: { title: 'Lint', scripts: ['lint'] },
  unit: { title: 'Unit and contract tests', scripts: ['test:unit'] },
  build: { title: 'Build', scripts: ['build'] },
  e2e: { title: 'End-to-end tests', scripts: ['test:e2e'], needsBrowser: true },
  browsers: { title: 'Three engines', scripts: ['test:browsers'], needsBrowser: true },
} as const satisfies Record<string, Step>;

/**
 * Runs the steps in order and sets the exit code. The gate stops at the first step that fails; the long proofs
 * continue unless the build fails, so that an hour shows everything that is wrong. The last line is always `N passed,
 * N failed`: it counts tests, and a step that failed without a failed test (format, lint, …) as one.
 */
export async function runGate(gate: readonly Step[], { proves = false } = {}): Promise<void> {
  if (proves) process.env['PROVE'] = '1';
  await Promise.all(Object.values(reportFiles).map((file) => rm(file, { force: true })));
  const times: StepTime[] = [];
  const broken = await brokenOf(gate, proves, times);
  await sayTimes(times);
  for (const [at, line] of (await readProofs()).entries())
    console.log(at === 0 ? `\nThe proofs ran:\n  ${line}` : `  ${line}`);
  const { passed, failed, skipped } = await totals();
  const nothingRan = broken.length === 0 && passed + failed === 0;
  if (nothingRan) console.log('\nNo test ran at all: that is a failure.');
  const failures = broken.length > 0 || nothingRan ? Math.max(failed, 1) : failed;
  process.exitCode = failures > 0 ? 1 : 0;
  for (const { title, scripts } of broken)
    console.log(
      `\nFailed: ${title.toLowerCase()} (${scripts.map((script) => `npm run ${script}`).join(', ')}).`,
    );
  console.log(`\n${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
}

interface StepTime {
  readonly title: string;
  readonly ms: number;
}

/** Prints how long each step took, and the ten slowest test files. */
async function sayTimes(steps: readonly StepTime[]): Promise<void> {
  const line = (ms: number, name: string) => console.log(`${(ms / 1000).toFixed(1).padStart(9)} s  ${name}`);
  console.log('\nTime of each step:');
  for (const { title, ms } of steps) line(ms, title);
  const slowest = (await readFileTimes()).slice(0, 10);
  if (slowest.length > 0) console.log('The slowest test files, all tests of a file together:');
  for (const { file, ms } of slowest) line(ms, file);
}

async function brokenOf(gate: readonly Step[], goesOn: boolean, times: StepTime[]): Promise<Step[]> {
  const broken: Step[] = [];
  for (const [index, step] of gate.entries()) {
    console.log(`\n=== ${index + 1}/${gate.length} ${step.title} ===`);
    const started = performance.now();
    const passed = await succeeds(step);
    times.push({ title: step.title, ms: performance.now() - started });
    if (passed) continue;
    broken.push(step);
    if (!goesOn || step === steps.build) break;
  }
  return broken;
}

async function succeeds(step: Step): Promise<boolean> {
  try {
    if (step.needsBrowser) {
      process.env['CHROMIUM_PATH'] = findOrInstallBrowser();
      console.log(`Browser: ${process.env['CHROMIUM_PATH']}`);
    }
    return (await Promise.all(step.scripts.map((script) => runScript(script, step.args)))).every(
      (passed) => passed,
    );
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

function runScript(script: string, args: readonly string[] = []): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', script, ...(args.length > 0 ? ['--', ...args] : [])], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      resolve(code === 0);
    });
  });
}

async function totals() {
  const count = { passed: 0, failed: 0, skipped: 0 };
  for (const test of await readReports()) count[test.outcome]++;
  return count;
}
