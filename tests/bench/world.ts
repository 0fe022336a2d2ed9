/**
 * `npm run bench -- world`: operations on a whole world: its people are created, and its clock jumps far ahead. In
 * processor time, which excludes other processes.
 */
import { createPlatform } from '../../engine/index.ts';
import type { Exchange } from '../../engine/index.ts';
import { valueOf } from '../../worker/contract/reply.ts';
import { Tab } from '../../worker/tabs/tab.ts';
import { hourlyFamily, withCourier } from '../support/courier-family.ts';
import { LocksForNode } from '../support/locks.ts';
import { median, printFigures, sweep, timed, timedAsync } from './figure.ts';
import type { Figure } from './figure.ts';

const rounds = 11;
const hour = 3_600_000;
const halfAYear = 183 * 24 * hour;

await printFigures([movingIn, longJump]);

/** Creates the starter's people, compared with opening the resulting world. */
async function movingIn(): Promise<Figure[]> {
  const first = createPlatform();
  await first.seedPopulation();
  const snapshot = first.snapshot();
  const moving: number[] = [];
  const opening: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const platform = createPlatform();
    sweep();
    const moved = await timedAsync(() => platform.seedPopulation());
    sweep();
    const opened = timed(() => createPlatform({ snapshot }));
    if (round === 0) continue; // until the code is compiled
    moving.push(moved);
    opening.push(opened);
  }
  return [
    {
      what: 'moving in, to opening the same world',
      value: median(moving.map((ms, round) => ms / opening[round]!)),
      aim: 10,
      clear: 12.5,
      detail: `${median(moving).toFixed(1)} and ${median(opening).toFixed(1)} ms`,
    },
  ];
}

/**
 * A jump over half a year of hourly deliveries to a host that does not exist, in a tab that keeps nothing: it waits for
 * nothing, so others have only the turns that it gives away, one in 50 ms (worker/host/jump.ts).
 */
async function longJump(): Promise<Figure[]> {
  Object.defineProperty(globalThis, 'navigator', {
    value: { locks: new LocksForNode() },
    configurable: true,
  });
  const ignore = () => {};
  const tab = new Tab('svc-playground:/bench/', { families: [...withCourier, hourlyFamily] }, ignore, ignore);
  await tab.ready();
  const call = async (method: 'freeze' | 'advance' | 'exchanges', ...args: number[]) =>
    valueOf(await tab.call(method, args));
  await call('freeze');
  const gaps: number[] = [];
  let last = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    gaps.push((user + system) / 1000);
    last = process.cpuUsage();
  }, 0);
  const took = await timedAsync(() => call('advance', halfAYear));
  clearInterval(timer);
  const calls = (await call('exchanges')) as readonly Exchange[];
  if ((calls.at(-1)?.sequence ?? 0) < halfAYear / hour) throw new Error('Not every hour had its delivery');
  tab.leave();
  return [
    {
      what: 'a long jump lets others have a turn, in the mean after',
      value: took / gaps.length,
      aim: 100,
      unit: 'ms',
      detail: `${gaps.length} turns in ${took.toFixed(0)} ms, the longest wait ${Math.max(...gaps).toFixed(0)} ms`,
    },
  ];
}
