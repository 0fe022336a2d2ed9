import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lessonOf } from '../../lessons/index.ts';
import type { Lesson, StepReport } from '../../lessons/index.ts';
import { known } from '../../worker/api.ts';
import type { LessonStanding, LessonWorld, PlaygroundEvent } from '../../worker/api.ts';
import { WebStorage } from '../../tests/support/web-storage.ts';
import { membersIn } from '../parts/json.ts';
import { lessonIn } from './enter.ts';
import { LessonHere, rungs } from './here.svelte.ts';
import { progress } from './progress.svelte.ts';
import { spoken } from './spoken.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', new WebStorage());
  progress.look();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const lesson = known(lessonOf('first-call'), 'the lesson');
const report = (step: number, more: Partial<StepReport> = {}): StepReport => ({
  ...{ step, met: [null], isDone: false, miss: null, isStuck: false },
  ...more,
});
const evidence = { at: 0, told: 'refused at 09:03:51, no such token', sequence: 7 };

/** A lesson whose progress the test reports. */
function begun(of: Lesson = lesson, open: StepReport = report(0)) {
  const noted: number[] = [];
  let hear: (standing: LessonStanding) => void = () => undefined;
  let happen: (event: PlaygroundEvent) => void = () => undefined;
  let next: LessonStanding = { done: [], open };
  const world = {
    playground: { subscribe: (listener: typeof happen) => ((happen = listener), () => undefined) },
    standing: async () => next,
    next: async () => next,
    write: async () => next,
    follow: (listener: typeof hear) => ((hear = listener), () => undefined),
    leave: () => undefined,
  } as unknown as LessonWorld;
  const here = new LessonHere(of, world, next, {
    Around: () => ({}),
    begin: async () => undefined,
    leave: async () => undefined,
    note: (_, step) => void noted.push(step),
  });
  return {
    here,
    noted,
    stop: here.follow(),
    tell: (standing: LessonStanding): void => {
      next = standing;
      hear(standing);
      flushSync();
    },
    goesTo: (standing: LessonStanding) => (next = standing),
    called: () => happen({ type: 'exchange' } as PlaygroundEvent),
  };
}

test('a step that the person does is stored as done; one that was done for them is not', () => {
  const { here, tell } = begun(lesson, report(1));
  expect([...progress.of('first-call')]).toEqual([]);
  tell({ done: [report(0, { isDone: true, met: [evidence] })], open: report(1) });
  expect([...progress.of('first-call')]).toEqual([]);
  tell({
    done: [report(0, { isDone: true, met: [evidence] })],
    open: report(1, { isDone: true, met: [evidence] }),
  });
  expect([...progress.of('first-call')]).toEqual([1]);
  expect(here.isOver).toBe(false);
});

test('going on leads to the place of the next step, and after the last one to the summary', async () => {
  const { here, goesTo, noted } = begun();
  goesTo({ done: [], open: report(1) });
  expect(await here.goOn()).toBe(lesson.steps[1]?.at);
  goesTo({ done: [], open: report(lesson.steps.length, { met: [], isDone: true }) });
  expect(await here.goOn()).toBe('#/learn/first-call/done');
  expect([here.isOver, here.step]).toEqual([true, null]);
  expect(noted, 'where a reload goes on').toEqual([1, lesson.steps.length - 1]);
  expect([...progress.of('first-call')]).toEqual([]);
});

test('an act that does the step itself is withheld until the step is done', () => {
  const [first, ...others] = lesson.steps;
  const withheld: Lesson = {
    ...lesson,
    steps: [{ ...known(first, 'a step'), withheld: ['giveToken'] }, ...others],
  };
  const { here, tell } = begun(withheld);
  expect([here.withholds('giveToken'), here.withholds('jumpTo')]).toEqual([true, false]);
  tell({ done: [], open: report(0, { isDone: true, met: [evidence] }) });
  expect(here.withholds('giveToken')).toBe(false);
});

test('the rungs of help open one by one, and stay open during their step', () => {
  const { here, tell } = begun();
  for (let press = 0; press < 9; press++) here.openRung();
  expect(here.openedRungs(0)).toBe(rungs.length);
  tell({ done: [], open: report(1) });
  expect([here.openedRungs(0), here.openedRungs(1)]).toEqual([rungs.length, 0]);
});

test('help is offered after a minute without a call', () => {
  vi.useFakeTimers();
  const { here, called, stop } = begun();
  vi.advanceTimersByTime(59_000);
  called();
  vi.advanceTimersByTime(59_000);
  expect(here.isQuiet).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(here.isQuiet).toBe(true);
  called();
  expect(here.isQuiet).toBe(false);
  stop();
});

test('events are read out: a tick with its evidence, a miss with what was observed', () => {
  expect(spoken(report(2))).toBe('');
  expect(spoken(report(2, { isDone: true, met: [evidence] }))).toBe(
    'Step 3 done: refused at 09:03:51, no such token',
  );
  const miss = { headline: 'The token was a good one', seen: '200', wanted: 'a refusal', because: '' };
  expect(spoken(report(1, { miss: { ...miss, sequence: null, act: null } }))).toBe(
    'Not yet: The token was a good one. Seen: 200. Wanted: a refusal.',
  );
});

test.each([
  '',
  '[]',
  '{"slug":"nothing","step":0}',
  '{"slug":"first-call","step":4}',
  '{"slug":"first-call"}',
])('what a reload finds and does not know opens no lesson: %s', (text) =>
  expect(lessonIn(membersIn(text))).toBeNull(),
);
