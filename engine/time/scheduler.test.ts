import { describe, expect, test } from 'vitest';
import { Handlers } from '../declaration/handlers.ts';
import type { JobHandler } from '../declaration/work.ts';
import { schemaVersion } from '../state/migrations/version.ts';
import { openSnapshot } from '../state/open-snapshot.ts';
import { State } from '../state/state.ts';
import { JobPlan } from './job-plan.ts';
import { PlatformClock } from './platform-clock.ts';
import { Scheduler } from './scheduler.ts';

const quiet = {
  next: () => null,
  isBusy: false,
  isSpent: false,
  beginJump: () => {},
  endJump: () => {},
  carryOut: () => Promise.resolve(),
  retry: () => {},
  abandon: () => {},
};

/** A clock that starts at 0, with the given jobs; `ran` lists which job ran when. */
function world(
  jobs: Readonly<Record<string, JobHandler['run']>> = {},
  { state = new State({ seed: 's', clock: { mode: 'running', offset: 0 } }, () => real.now) } = {},
) {
  const ran: [string, number][] = [];
  const note = (name: string) => ({ run: () => void ran.push([name, state.now()]) });
  const handlers = new Handlers<JobHandler>('jobs');
  const all = {
    slow: note('slow'),
    fast: note('fast'),
    ...Object.fromEntries(Object.entries(jobs).map(([name, run]) => [name, { run }])),
  };
  handlers.declare(Object.keys(all), () => Promise.resolve(all));
  const services = { state, tables: state.tables, jobs: new JobPlan(state) } as never;
  const scheduler = new Scheduler(state, handlers, services, () => {});
  scheduler.start(state.now(), [
    { name: 'slow', everyMs: 100 },
    { name: 'fast', everyMs: 40 },
  ]);
  const clock = new PlatformClock({
    state,
    scheduler,
    outside: quiet,
    real: () => real.now,
    commit: () => null,
    wake: undefined,
    most: { jobs: 1000, calls: 1 },
  });
  const plan = (name: string, due: number, id?: string) =>
    state.transact((write) => new JobPlan(state).plan(write, { name, due, ...(id && { id }) }));
  return { state, ran, scheduler, clock, plan };
}

const real = { now: 0 };

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

  test('missed runs happen once, and the period continues', async () => {
    const { ran, clock, scheduler } = world();
    real.now = 1005;
    await clock.advance(0);
    expect(ran).toEqual([
      ['fast', 1005],
      ['slow', 1005],
    ]);
    expect(scheduler.next()).toBe(1040);
    await clock.advance(35);
    expect(ran.slice(2)).toEqual([['fast', 1040]]);
    real.now = 0;
  });

  test('due times survive a restart; an unknown job is left alone', async () => {
    const first = world();
    const snapshot = {
      format: 'svc-playground' as const,
      version: schemaVersion,
      tables: first.state.dump(),
    };
    const state = new State(openSnapshot(snapshot), () => 10);
    const next = world({}, { state });
    expect(next.scheduler.next()).toBe(40);
    const other = new Scheduler(state, new Handlers('jobs'), {} as never, () => {});
    expect([other.next(), other.runNext(1_000_000), next.scheduler.next()]).toEqual([null, null, 40]);
  });

  test('a period changed by another release applies from the next run on', async () => {
    const { state, scheduler } = world();
    scheduler.start(0, [{ name: 'fast', everyMs: 70 }]);
    expect([scheduler.next(), state.tables.jobs.get('fast')!.every_ms]).toEqual([40, 70]);
  });

  test('a planned job runs once, with its data; planned again, it runs at its new time', async () => {
    const seen: unknown[] = [];
    const { clock, plan, state } = world({ once: (job) => void seen.push(job) });
    plan('once', 30, 'mine');
    plan('once', 15);
    expect(plan('once', 20, 'mine')).toBe('mine');
    await clock.advance(100);
    expect(seen).toMatchObject([{ now: 15 }, { now: 20, id: 'mine', data: null }]);
    expect(state.tables.jobs.size).toBe(2);
  });

  test('a job can plan itself again and cancel others', async () => {
    const seen: number[] = [];
    const { clock, plan, ran } = world({
      again: ({ id, now }, write, { jobs }) => {
        seen.push(now);
        if (now < 50) jobs.plan(write, { id, name: 'again', due: now + 20 });
        else jobs.cancel(write, 'fast');
      },
    });
    plan('again', 10);
    await clock.advance(200);
    expect(seen).toEqual([10, 30, 50]);
    expect(ran.filter(([name]) => name === 'fast')).toEqual([['fast', 40]]);
  });

  test('a job that keeps making itself due stops at the end of the jump', async () => {
    let runs = 0;
    const { clock, plan } = world({
      greedy: ({ id, now }, write, { jobs }) => {
        runs++;
        jobs.plan(write, { id, name: 'greedy', due: now });
      },
    });
    plan('greedy', 10);
    await clock.advance(50);
    expect([clock.now(), runs]).toEqual([50, 1000]);
  });

  test('a family that cannot be loaded is tried again at the next move; the others continue meanwhile', async () => {
    const { ran, state } = world();
    const handlers = new Handlers<JobHandler>('jobs');
    let isThere = false;
    const run = () => void ran.push(['late', state.now()]);
    handlers.declare(['late'], () =>
      isThere ? Promise.resolve({ late: { run } }) : Promise.reject(new Error('offline')),
    );
    const scheduler = new Scheduler(state, handlers, {} as never, () => {});
    state.transact((write) => new JobPlan(state).plan(write, { name: 'late', due: 5 }));
    await scheduler.runNext(10);
    expect([ran, scheduler.next(), scheduler.runNext(10)]).toEqual([[], null, null]);
    isThere = true;
    scheduler.retry();
    await scheduler.runNext(10);
    expect(ran).toEqual([['late', 0]]);
  });

  test('two families with a job of one name are refused', () => {
    const handlers = new Handlers('jobs');
    const load = () => Promise.resolve({});
    handlers.declare(['one'], load);
    expect(() => handlers.declare(['one'], load)).toThrow('Two jobs have the name one');
  });
});
