/**
 * Measures the speed of a machine independently of our code: a fixed loop, and the HMAC that each signature needs. Runs
 * in Node and in a page.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { fixedLoop } from './fixed-loop.ts';

/** Several measurements of the same work. */
export interface Reading {
  readonly median: number;
  /** A tenth of them are below, a tenth above. */
  readonly low: number;
  readonly high: number;
  /** The median of the processor time, which excludes other processes; null if there is no such clock. */
  readonly processor: number | null;
}

export interface Calibration {
  /** ms of one run of the fixed loop. */
  readonly loop: Reading;
  /** µs of one HMAC-SHA1 over 400 bytes. */
  readonly hmac: Reading;
}

const rounds = 41;
/** Until the code is compiled. */
const warmUp = 3;
/** Enough that a round takes a few ms: a page's clock has a resolution of 0.1 ms. */
const loopsARound = 4;
const macsARound = 800;
const [key, message] = [new Uint8Array(80).fill(107), new Uint8Array(400).fill(98)];

/** `processor` returns the processor time so far, in ms. */
export function calibrate(processor: (() => number) | null): Calibration {
  const loop = timer(processor);
  const mac = timer(processor);
  let seen = 0;
  for (let round = 0; round < warmUp + rounds; round++) {
    loop.time(loopsARound, () => (seen ^= fixedLoop()));
    mac.time(macsARound, () => (seen ^= hmac(sha1, key, message)[0]!));
  }
  if (!Number.isInteger(seen)) throw new Error('The work was left out');
  return { loop: loop.reading(1), hmac: mac.reading(1000) };
}

function timer(processor: (() => number) | null) {
  const wall: number[] = [];
  const own: number[] = [];
  return {
    time(often: number, work: () => void): void {
      const [start, before] = [performance.now(), processor?.() ?? 0];
      for (let count = 0; count < often; count++) work();
      wall.push((performance.now() - start) / often);
      if (processor) own.push((processor() - before) / often);
    },
    reading: (scale: number) =>
      readingOf(
        wall.slice(warmUp).map((ms) => ms * scale),
        processor && own.slice(warmUp).map((ms) => ms * scale),
      ),
  };
}

export function readingOf(values: readonly number[], processor: readonly number[] | null = null): Reading {
  return {
    median: quantile(values, 0.5),
    low: quantile(values, 0.1),
    high: quantile(values, 0.9),
    processor: processor && quantile(processor, 0.5),
  };
}

function quantile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.round((ascending.length - 1) * share)]!;
}
