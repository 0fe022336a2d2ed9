/**
 * How long this machine takes for work that has nothing to do with the project, relative to the reference machine. A
 * factor of 2 means half as fast. An absolute time that the project promises applies where the factor is 1.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Calibration, Reading } from '../../tests/bench/calibration/measure.ts';

export type { Calibration, Reading };

/** In a page also: the time from a click on an empty page's button until the result is painted, in ms. */
export interface PageCalibration extends Calibration {
  readonly click: Reading;
}

/**
 * Two cores of an Intel Xeon (family 6, model 167) under a hypervisor, Node 20.20 and headless Chromium 156,
 * 2026-11-23. Neighbours kept it busy, so the values are processor time in Node and the fastest tenth of the rounds
 * in the page, except for the click, which is the median because it waits for half a frame.
 */
export const reference = {
  node: { loop: 1.3, hmac: 6.4 },
  page: { loop: 1.35, hmac: 9.8, click: 8.5 },
} as const;

const named = {
  loop: { what: 'a fixed loop', unit: 'ms' },
  hmac: { what: 'a bare HMAC', unit: 'µs' },
  click: { what: 'an empty click to paint', unit: 'ms' },
} as const;

type Name = keyof typeof named;
type Readings = Readonly<Partial<Record<Name, Reading>>>;
type Place = keyof typeof reference;

/** Neighbours of a shared machine come and go: beyond this factor, the two ends of a run are not comparable. */
const mostBetween = 1.25;

export const factorOf = (measured: number, expected: number): number => measured / expected;

/** One line per reading: the factor to the reference, the measured value, and its spread. */
export function calibrationLines(when: string, readings: Readings, place: Place): string[] {
  const expected: Readonly<Partial<Record<Name, number>>> = reference[place];
  return entriesOf(readings).map(([name, { median, low, high, processor }]) => {
    const { what, unit } = named[name];
    const usual = expected[name];
    if (usual === undefined) throw new Error(`${what} has no reference in ${place}`);
    const factor = (value: number) => factorOf(value, usual).toFixed(2);
    const own = processor === null ? '' : `; ${factor(processor)} by processor time`;
    return (
      `${`calibration, ${when}: ${what}`.padEnd(58)} ${factor(median).padStart(6)}   of the reference ` +
      `(${median.toFixed(2)} of ${usual} ${unit}; ${low.toFixed(2)} to ${high.toFixed(2)}${own})`
    );
  });
}

/** Says so if the machine's speed changed; null if it did not. */
export function changedBetween(before: Readings, after: Readings): string | null {
  const ratios = entriesOf(before).map(([name, { median }]) => (after[name]?.median ?? median) / median);
  const worst = Math.max(...ratios.map((each) => Math.max(each, 1 / each)));
  return worst > mostBetween
    ? `The machine was ${worst.toFixed(2)} times as fast at one end of this run as at the other: measure again when it is quiet.`
    : null;
}

const entriesOf = (readings: Readings) => Object.entries(readings) as [Name, Reading][];

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Bundles a file of tests/bench like a release. Gives the bundle. */
export async function bundle(name: string): Promise<string> {
  const outDir = `test-results/bench/${name}`;
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    worker: { format: 'es' },
    build: { ssr: `tests/bench/${name}.ts`, outDir, emptyOutDir: true, target: 'node20' },
  });
  return `${outDir}/${name.split('/').at(-1)}.js`;
}

/** Bundles tests/bench/calibration/measure.ts for a page, as the global `calibration`, into a file in this folder. */
export async function bundleForPage(outDir: string): Promise<string> {
  const fileName = 'calibration.js';
  const lib = {
    entry: 'tests/bench/calibration/measure.ts',
    formats: ['iife' as const],
    name: 'calibration',
    fileName: () => fileName,
  };
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: { lib, outDir, emptyOutDir: false, target: 'chrome120' },
  });
  return fileName;
}

/** Measures in a separate process. */
export async function calibrate(): Promise<() => Calibration> {
  const file = await bundle('calibration/calibrate');
  return () => {
    const { stdout, status } = spawnSync(process.execPath, [file], { cwd: root, encoding: 'utf8' });
    if (status !== 0) throw new Error('The calibration did not run.');
    return JSON.parse(stdout) as Calibration;
  };
}
