/**
 * What this machine needs for work that is nothing of ours, beside what the reference machine needed. A factor of 2 is a
 * machine half as fast. An absolute time that the project promises holds where the factor is 1.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export interface Calibration {
  /** One run of the fixed loop (tests/bench/calibration/fixed-loop.ts). */
  readonly loopMs: number;
  /** One HMAC-SHA1 over 400 bytes. */
  readonly hmacUs: number;
}

/** Two cores of an Intel Xeon under a hypervisor, idle, Node 20.20 and Chromium 156 without a window, 2026-11-23. */
export const reference = {
  node: { loopMs: 2.2, hmacUs: 6.4 },
  /** In the page: the fixed loop, and from the click on an empty page's button until what it did is painted. */
  page: { loopMs: 2.2, clickMs: 8 },
} as const;

/** Neighbours of a shared machine come and go: beyond this the two ends of a run are not of one machine. */
const mostBetween = 1.25;

export const factorOf = (measured: number, expected: number): number => measured / expected;

/** A line for each figure: as measured, and as a factor to the reference. */
export function calibrationLines(when: string, { loopMs, hmacUs }: Calibration): string[] {
  const line = (what: string, value: number, unit: string, expected: number) =>
    `${`calibration, ${when}: ${what}`.padEnd(58)} ${factorOf(value, expected).toFixed(2).padStart(6)}   of the reference (${value.toFixed(2)} of ${expected} ${unit})`;
  return [
    line('a fixed loop', loopMs, 'ms', reference.node.loopMs),
    line('a bare HMAC', hmacUs, 'µs', reference.node.hmacUs),
  ];
}

/** Says so where the machine did not stay as it was; null where it did. */
export function changedBetween(before: Calibration, after: Calibration): string | null {
  const ratios = [after.loopMs / before.loopMs, after.hmacUs / before.hmacUs];
  const worst = Math.max(...ratios.map((each) => Math.max(each, 1 / each)));
  return worst > mostBetween
    ? `The machine was ${worst.toFixed(2)} times as fast at one end of this run as at the other: measure again when it is quiet.`
    : null;
}

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles a file of tests/bench as a release is bundled. Gives the bundle. */
export async function bundle(name: string): Promise<string> {
  const outDir = `test-results/bench/${name}`;
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: { ssr: `tests/bench/${name}.ts`, outDir, emptyOutDir: true, target: 'node20' },
  });
  return `${outDir}/${name.split('/').at(-1)}.js`;
}

/** Measures, in a process of its own. */
export async function calibrate(): Promise<() => Calibration> {
  const file = await bundle('calibration/calibrate');
  return () => {
    const { stdout, status } = spawnSync(process.execPath, [file], { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error('The calibration did not run.');
    return JSON.parse(stdout) as Calibration;
  };
}
