import { describe, expect, test } from 'vitest';
import { State } from '../state/state.ts';
import { PlatformClock } from './platform-clock.ts';
import { Scheduler } from './scheduler.ts';

/** Two jobs on a clock that starts at 0; `ran` lists who ran when. */
function world(
  real = { now: 0 },
  state = new State({ seed: 's', clock: { mode: 'running', offset: 0 } }, () => real.now),
) {
  const ran: [string, number][] = [];
  const job = (name: string, everyMs: number) => ({
    name,
    everyMs,
    run: (now: number) => void ran.push([name, now]),
  });
  const scheduler = new Scheduler(state, [job('slow', 100), job('fast', 40)]);
  const clock = new PlatformClock(
    state,
    scheduler,
    () => real.now,
    () => null,
    undefined,
  );
  return { real, state, ran, scheduler, clock };
}

describe('the scheduler', () => {
  test('what a jump passes runs at its own moment, in order of due time, then of name', async () => {
    const { ran, clock, scheduler } = world();
    await clock.advance(210);
    expect(ran).toEqual([
      ['fast', 40],
      ['fast', 80],
      ['slow', 100],
      ['fast', 120],
      ['fast', 160],
      ['fast', 200],
      ['slow', 200],
    ]);
    expect([clock.now(), scheduler.next()]).toEqual([210, 240]);
  });

  test('a job sees the clock at the moment it was due', async () => {
    const seen: number[] = [];
    const state = new State({ seed: 's', clock: { mode: 'running', offset: 0 } }, () => 0);
    const scheduler = new Scheduler(state, [
      { name: 'look', everyMs: 10, run: () => seen.push(state.now()) },
    ]);
    await new PlatformClock(
      state,
      scheduler,
      () => 0,
      () => null,
      undefined,
    ).advance(35);
    expect(seen).toEqual([10, 20, 30]);
  });

  test('what was missed while nobody looked runs once, and goes on in its rhythm', async () => {
    const { real, ran, clock, scheduler } = world();
    real.now = 1005;
    await clock.advance(0);
    expect(ran).toEqual([
      ['fast', 1005],
      ['slow', 1005],
    ]);
    expect(scheduler.next()).toBe(1040);
    await clock.advance(35);
    expect(ran.slice(2)).toEqual([['fast', 1040]]);
  });

  test('due times survive a restart; a job that the release lacks is left alone', () => {
    const first = world();
    const snapshot = { format: 'svc-playground' as const, version: 1, tables: first.state.dump() as never };
    const next = world({ now: 10 }, new State(snapshot, () => 10));
    expect(next.scheduler.next()).toBe(40);
    const other = new Scheduler(next.state, []);
    other.runNext(1_000_000);
    expect([other.next(), next.scheduler.next()]).toEqual([null, 40]);
  });
});
