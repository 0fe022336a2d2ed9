/**
 * `npm run bench`: what a call through the engine costs, as ratios to floors of the same run. Each contestant is measured
 * in a process of its own, because what ran before in a process decides how its code is compiled: the same Hono route took
 * 8.6 µs behind one version of the engine and 7.8 behind another. The processes take turns, five times. A ratio is that of
 * one turn, so that both sides had the same machine, and the median of the five is told. Times are processor time, which
 * leaves other processes out.
 */
import { spawnSync } from 'node:child_process';
import { contestants } from './engine/contestants.ts';
import type { ContestantName } from './engine/contestants.ts';
import { measure, proveAnswer } from './engine/round.ts';
import { median } from './figure.ts';

const turns = 5;
const names = Object.keys(contestants) as ContestantName[];
/** Each contestant's own result. */
const says = new Map<ContestantName, string>();
type Turn = Readonly<Record<ContestantName, number>>;

const [, file, only] = process.argv;
const chosen = names.find((name) => name === only);
if (chosen) {
  const contestant = await contestants[chosen]();
  await proveAnswer(contestant);
  console.log(JSON.stringify({ says: contestant.says, micros: await measure(contestant) }));
} else report(Array.from({ length: turns }, takeTurn));

function takeTurn(): Turn {
  return Object.fromEntries(names.map((name) => [name, inOwnProcess(name)])) as Turn;
}

function inOwnProcess(name: ContestantName): number {
  const { stdout, status } = spawnSync(process.execPath, [...process.execArgv, file!, name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${name} could not be measured`);
  const read = JSON.parse(stdout) as { says: string; micros: number };
  says.set(name, read.says);
  return read.micros;
}

function report(all: readonly Turn[]): void {
  for (const name of names) {
    const times = all.map((turn) => turn[name]);
    const spread = `${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)}`;
    console.log(
      `${says.get(name)!.padEnd(40)} ${median(times).toFixed(1).padStart(6)} µs a call  (${spread})`,
    );
  }
  const ratio = (label: string, above: ContestantName, below: ContestantName, aim: string) => {
    const value = median(all.map((turn) => turn[above] / turn[below]));
    console.log(`${label.padEnd(58)} ${value.toFixed(2).padStart(6)}   aim ${aim}`);
  };
  ratio("(a) by handle, times the empty Hono JSON route's rate", 'hono', 'bearer', '>= 3.2');
  ratio('(b) by handle, times the bare HMAC', 'signed', 'hmac', '<= 1.35');
  // The runtime's own message objects are most of the cost of fetch, here too: no aim, but a multiple of theirs.
  ratio('(a) by fetch, times a bare Request and Response', 'fetch', 'bare', '-');
  ratio('the empty Hono route, times the same', 'hono', 'bare', '-');
  ratio('a Hono route without a body, times the same', 'bodiless', 'bare', '-');
  ratio('MSW, times the same', 'msw', 'bare', '-');
}
