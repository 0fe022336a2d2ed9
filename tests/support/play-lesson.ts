/** Plays a lesson: its solution, alternatives, mistakes, no action, and unrelated calls. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { composePlatform, failing, Failures, families, loadOpening } from '../../engine/inside.ts';
import type { Platform } from '../../engine/inside.ts';
import { Learner } from '../../lessons/format/learner.ts';
import type { Alternative, Lesson, Mistake, Solution } from '../../lessons/format/lesson.ts';
import { play } from '../../lessons/format/play.ts';
import { recordStarts } from '../../lessons/format/record-starts.ts';
import { LessonRun } from '../../lessons/format/run.ts';
import type { StepReport } from '../../lessons/format/run.ts';
import { startAt } from '../../lessons/format/starts.ts';
import type { LessonStarts, Start } from '../../lessons/format/starts.ts';
import { parseRoute } from '../../src/router.ts';
import { readRoute } from '../../src/views/requests/call/route.ts';
import { endpoints } from '../../testing/endpoints.ts';
import { outside } from '../../testing/lesson-outside.ts';
import { rounds } from './rounds.ts';

/** The contents of a lesson's folder. */
export interface LessonFiles {
  readonly lesson: Lesson;
  readonly solution: Solution;
  readonly alternatives: readonly Alternative[];
  readonly mistakes: readonly Mistake[];
}

const recorded = new Map<string, Promise<LessonStarts>>();

async function startOf(lesson: Lesson, solution: Solution, step: number): Promise<Start> {
  const starts = recorded.get(lesson.slug) ?? recordStarts(lesson, solution, { families, outside });
  recorded.set(lesson.slug, starts);
  return startAt(await starts, step);
}

/** A person at the start of a step. What is reported must not depend on how often it was asked for. */
async function begin(lesson: Lesson, solution: Solution, step: number) {
  const { snapshot, vault } = await startOf(lesson, solution, step);
  const { openSnapshot } = await loadOpening();
  const failures = new Failures();
  const runs: LessonRun[] = [];
  const around = outside(
    () => platform,
    async (...received) => void (await Promise.all(runs.map((run) => run.received(...received)))),
  );
  const platform: Platform = composePlatform({
    snapshot: openSnapshot(snapshot),
    families: failing(families, failures),
    now: () => Date.parse(lesson.start.at),
    ...around,
    commit: async (changes) => {
      for (const run of runs) run.committed(changes);
    },
  });
  const [often, once] = [
    await LessonRun.of(lesson, vault, platform),
    await LessonRun.of(lesson, vault, platform),
  ];
  runs.push(often, once);
  for (const run of runs) run.open(step, failures);
  platform.exchanges.subscribe((exchange) => {
    for (const run of runs) run.answered(exchange);
    often.report();
  });
  const write = (text: string): void => {
    for (const run of runs) run.write(text);
  };
  const learner = new Learner(platform, vault, write, around);
  const report = (): StepReport => {
    const reported = once.report();
    expect(often.report()).toEqual(reported);
    return reported;
  };
  return { report, learner, open: (next: number) => runs.forEach((run) => run.open(next)) };
}

const words = (text: string): number => text.split(/\s+/).filter((word) => /\w/.test(word)).length;

/** The parts that people read as prose. */
const withoutCode = (sentence: string): string => sentence.replaceAll(/`[^`]*`/g, '');

/** Phrases that talk down to a learner, or send them away from what they see. */
const unwanted = [
  /\b(?:simply|just|easy|easily|obviously|of course|clearly|basically|trivial)\b/i,
  /\bplease\b/i,
  /\bclick here\b/i,
  /!(?!\w)/,
  /\bwe\b|\blet[’']s\b/i,
  /\b(?:wrong|bad) answer\b/i,
];

/** Declares the tests of a lesson. */
export function playLesson({ lesson, solution, alternatives, mistakes }: LessonFiles): void {
  const { steps } = lesson;
  const numbers = steps.map((_, step) => step);

  test('its text follows the rules', () => {
    expect(steps.length).toBeGreaterThanOrEqual(4);
    expect(steps.length).toBeLessThanOrEqual(7);
    expect(solution).toHaveLength(steps.length);
    expect(words(lesson.about)).toBeLessThanOrEqual(60);
    for (const { text, why, hints, facts, title } of steps) {
      expect(words(text), text).toBeLessThanOrEqual(60);
      expect(why.match(/[.?](?=\s|$)/g), why).toHaveLength(2);
      for (const sentence of [title, text, why, ...hints, ...facts.map((fact) => fact.text)])
        for (const phrase of unwanted) expect(withoutCode(sentence)).not.toMatch(phrase);
      for (const sentence of [text, ...facts.map((fact) => fact.text)])
        expect(sentence.split('**').length % 2, sentence).toBe(1);
    }
  });

  test('its addresses lead to views, and those of calls to endpoints', () => {
    for (const { at, filled } of steps)
      for (const address of [at, filled]) {
        const route = parseRoute(address);
        if ('problem' in route) throw new Error(`${address}: ${route.problem}`);
        if (route.view !== 'requests') continue;
        const read = readRoute(route);
        if ('problem' in read) throw new Error(`${address}: ${read.problem}`);
        const { endpointId = null } = read.route;
        if (endpointId !== null) expect(endpoints.map(({ id }) => id)).toContain(endpointId);
      }
  });

  test.each(numbers)('step %i is open at its start, and stays open without any action', async (step) => {
    const { report, learner } = await begin(lesson, solution, step);
    expect(report()).toMatchObject({ step, isDone: false, miss: null });
    await learner.advance(1000);
    expect(report()).toMatchObject({ isDone: false, miss: null });
  });

  test.each(numbers)('step %i is closed by its solution, and only by it', async (step) => {
    const { report, learner, open } = await begin(lesson, solution, step);
    await solution[step]!(learner);
    const closed = report();
    expect(closed).toMatchObject({ isDone: true, miss: null });
    for (const evidence of closed.met) expect(evidence?.told).toMatch(/^\S/);
    open(step + 1);
    expect(report().isDone).toBe(step + 1 === steps.length);
  });

  test.each(alternatives)('step $step is also closed when $name', async ({ step, act }) => {
    const { report, learner } = await begin(lesson, solution, step);
    await act(learner);
    expect(report()).toMatchObject({ isDone: true });
  });

  test.each(mistakes)('step $step says “$told” when $name', async ({ step, act, told }) => {
    const { report, learner } = await begin(lesson, solution, step);
    await act(learner);
    const { isDone, miss } = report();
    expect({ isDone, told: miss?.headline }).toEqual({ isDone: false, told });
    for (const part of [miss?.seen, miss?.wanted, miss?.because]) expect(part).toMatch(/\S/);
  });

  test('every step has a mistake with its own message', () => {
    const told = numbers.map((step) => mistakes.filter((each) => each.step === step).length);
    expect(told.filter((count) => count === 0)).toEqual([]);
  });

  test('unrelated calls close no step and count as no miss', async () => {
    const unrelated = fc.array(
      fc.constantFrom<(learner: Learner) => Promise<unknown>>(
        (learner) => learner.anonymous.get('/2/nothing/at/all'),
        (learner) => learner.anonymous.get('/'),
        (learner) => learner.raw('Bearer nobody').get('/2/spaces/search?query=tide'),
        (learner) => learner.anonymous.post('/oauth2/token', {}),
        (learner) => learner.raw('Basic !').post('/2/oauth2/revoke'),
      ),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(unrelated, fc.constantFrom(...numbers), async (calls, step) => {
        const { report, learner } = await begin(lesson, solution, step);
        for (const call of calls) await call(learner);
        expect(report()).toMatchObject({ isDone: false, miss: null });
      }),
      rounds(2 * steps.length, 40 * steps.length, lesson.number),
    );
  });

  test('two runs of it give the same bytes', async () => {
    const all = async () => {
      const worlds: string[] = [];
      for await (const { platform } of play(lesson, solution, { families, outside }))
        worlds.push(JSON.stringify(platform.snapshot()));
      return worlds;
    };
    const worlds = await all();
    expect(worlds).toHaveLength(steps.length + 1);
    expect(await all()).toEqual(worlds);
  });
}
