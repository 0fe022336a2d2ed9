/**
 * `npm run bench -- doctor`: what a diagnosis costs, in ms and as a multiple of one signature of the same run, because
 * machines are shared and noisy. The requests are random, those of the doctor's own properties.
 *
 * On two shared cores, far busier than they have room for (Node 20, processor time, median and 95 %): innocent 0.3 and
 * 1.4 ms, one mistake 1.4 and 3.7, two mistakes 32 and 93, none of the known 39 and 106, with 7 µs a signature: 40, 200,
 * 4,700 and 5,700 signatures in the median. With half as many mistakes on the same cores at a quiet time: 18, 89, 1,085
 * and 1,184 signatures; the pairs of twice as many mistakes are four times as many.
 */
import fc from 'fast-check';
import { diagnose } from '../../engine/doctor/signature/doctor.ts';
import type { Diagnosis, DoctorInput } from '../../engine/doctor/signature/doctor.ts';
import { ids, inputOf, partnerOf } from '../properties/doctor.consult.ts';
import { faultOf } from '../properties/doctor.faults.ts';
import { isRight, wrongSignature } from '../properties/doctor.injector.ts';
import { cases } from '../properties/doctor.requests.ts';
import type { Case } from '../properties/doctor.requests.ts';
import { bareHmac } from '../support/hmac.ts';
import { median, printFigures } from './figure.ts';
import type { Figure } from './figure.ts';

const perKind = Number(process.env['BENCH_REQUESTS'] ?? 300);

/** How to sign a request; `pick` chooses among the mistakes. null if the chosen mistakes have no effect on it. */
type Signer = (request: Case, pick: number) => string | null;

const kinds: Record<string, { sign: Signer; is: (diagnosis: Diagnosis) => boolean }> = {
  innocent: { sign: (request) => wrongSignature(request, []), is: ({ verdict }) => verdict === 'correct' },
  'one mistake': { sign: oneMistake, is: explainedBy(1) },
  'two mistakes': { sign: twoMistakes, is: explainedBy(2) },
  'none of the known': {
    sign: () => madeUp,
    is: ({ verdict }) => verdict === 'unknown',
  },
};

/** A signature that no mistake explains. */
const madeUp = 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const requests = fc.sample(cases, { numRuns: perKind * 4, seed: 5849 });
const cold = timed(() => diagnose(inputOf(requests[0]!, madeUp)));
console.log(`the first diagnosis of all, in a process that has just started: ${cold.wall.toFixed(1)} ms`);

/** Sorting the requests by their diagnosis also warms up the code. */
const inputs = Object.entries(kinds).map(([name, { sign, is }]) => ({ name, all: sorted(sign, is) }));
const key = `${'c'.repeat(50)}&${'t'.repeat(45)}`;
const baseString = 'b'.repeat(600);
const floor = median(Array.from({ length: 50 }, () => timed(signatures).processor / 100));
console.log(`one signature over 600 characters: ${(floor * 1000).toFixed(1)} µs`);
for (const { name, all } of inputs) report(name, all);
await printFigures([allPairs]);

function sorted(sign: Signer, is: (diagnosis: Diagnosis) => boolean): DoctorInput[] {
  const all: DoctorInput[] = [];
  for (const [at, request] of requests.entries()) {
    const signature = sign(request, at * 7919);
    if (signature === null) continue;
    const input = inputOf(request, signature);
    if (is(diagnose(input))) all.push(input);
    if (all.length === perKind) return all;
  }
  throw new Error(`Only ${all.length} of ${perKind} requests are of this kind`);
}

function report(name: string, all: readonly DoctorInput[]): void {
  const times = all.map((input) => timed(() => diagnose(input)));
  const shown = (values: readonly number[]): string => {
    const ascending = values.toSorted((a, b) => a - b);
    return [0.5, 0.95].map((at) => ascending[Math.floor(at * (all.length - 1))]!.toFixed(2)).join(' ');
  };
  const processor = times.map((each) => each.processor);
  console.log(
    `${name.padEnd(18)} ms p50 p95: ${shown(times.map(({ wall }) => wall))}; of processor time ` +
      `${shown(processor)}; ${(median(processor) / floor).toFixed(0)} signatures in the median`,
  );
}

/** In ms, of wall time and of processor time, which excludes other processes. */
function timed(run: () => unknown): { wall: number; processor: number } {
  const [start, before] = [performance.now(), process.cpuUsage()];
  run();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - start, processor: (user + system) / 1000 };
}

function signatures(): void {
  for (let at = 0; at < 100; at++) bareHmac(key, baseString);
}

/** A signature that is neither a known mistake nor two of them costs a search of all pairs. */
function allPairs(): Figure[] {
  const all = requests.slice(0, 25).map((request) => inputOf(request, madeUp));
  const ms = median(all.map((input) => fastest(() => diagnose(input))));
  const signature = fastest(signatures) / 100;
  return [
    {
      what: 'a search of all pairs of mistakes',
      value: ms / signature,
      aim: 6500,
      unit: 'signatures',
      detail: `${ms.toFixed(1)} ms and ${(signature * 1000).toFixed(1)} µs`,
    },
  ];
}

/** The least disturbed of a few runs, in ms of processor time. */
function fastest(run: () => unknown): number {
  return Math.min(...Array.from({ length: 4 }, () => timed(run).processor));
}

function oneMistake(request: Case, pick: number): string | null {
  const signature = wrongSignature(request, [faultOf(ids[pick % ids.length]!, pick)]);
  return isRight(request, signature) ? null : signature;
}

function twoMistakes(request: Case, pick: number): string | null {
  const one = faultOf(ids[pick % ids.length]!, pick, false);
  const other = partnerOf(request, one, pick, pick >> 3);
  return other && wrongSignature(request, [one, other]);
}

function explainedBy(mistakes: number): (diagnosis: Diagnosis) => boolean {
  return ({ verdict, explanations }) =>
    verdict === 'explained' && explanations[0]!.mistakes.length === mistakes;
}
