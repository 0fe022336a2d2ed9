/**
 * How fast this machine is, by work that is nothing of ours: a fixed loop, and the HMAC that each signature rests on.
 * Prints one line of JSON, a `Calibration` (scripts/bench/calibration.ts). `npm run bench` runs it before and after a
 * bench.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import { fixedLoop } from './fixed-loop.ts';

const rounds = 41;
const macs = 200;
const [key, message] = [new Uint8Array(80).fill(107), new Uint8Array(400).fill(98)];

const loops: number[] = [];
const hmacs: number[] = [];
let seen = 0;
for (let round = 0; round < rounds; round++) {
  loops.push(timed(() => (seen ^= fixedLoop())));
  const ms = timed(() => {
    for (let count = 0; count < macs; count++) seen ^= hmac(sha1, key, message)[0]!;
  });
  hmacs.push((ms * 1000) / macs);
}
const middle = (values: number[]) => values.toSorted((a, b) => a - b)[rounds >> 1]!;
console.log(JSON.stringify({ loopMs: middle(loops), hmacUs: middle(hmacs), seen }));

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}
