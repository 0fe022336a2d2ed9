/**
 * `npm run bench -- lessons [slug ...]`: entering a lesson at each of its steps, as a multiple of opening a bare snapshot
 * of that step's state; and a check after a call, as a multiple of the call. In processor time, which excludes other
 * processes.
 */
import { setTimeout } from 'node:timers/promises';
import { starts } from '#lesson-starts';
import { composePlatform, failing, Failures, families, known, loadOpening } from '../../engine/inside.ts';
import type { Platform } from '../../engine/inside.ts';
import { Learner } from '../../lessons/format/learner.ts';
import type { Lesson } from '../../lessons/format/lesson.ts';
import { asFirst } from '../../lessons/format/record-starts.ts';
import { LessonRun } from '../../lessons/format/run.ts';
import { startAt } from '../../lessons/format/starts.ts';
import type { Start } from '../../lessons/format/starts.ts';
import { lessons } from '../../lessons/index.ts';
import { solutionOf } from '../../lessons/solutions.ts';
import { startHost } from '../../worker/host/host.ts';
import { StorageInMemory } from '../../worker/host/in-memory.ts';
import { openLesson } from '../../worker/lesson/open.ts';
import { lastingRunner } from '../../testing/lasting-runner.ts';
import { outside } from '../../testing/lesson-outside.ts';
import type { Stored } from '../../worker/host/storage.ts';
import { surroundings } from '../support/surroundings.ts';
import { median, printFigures, stopwatch, sweep, timedAsync } from './figure.ts';
import type { Figure } from './figure.ts';

const rounds = Number(process.env['ROUNDS'] ?? 5);
const asked = process.argv.slice(2);
const played = lessons.filter(({ slug }) => asked.length === 0 || asked.includes(slug));
/** Reports per measurement, because one takes microseconds. */
const reports = 50;
const sandbox = lastingRunner();

await printFigures(played.flatMap((lesson) => [() => entering(lesson), () => checking(lesson)]));
// A receiver's runner would keep the process.
process.exit();

async function entering(lesson: Lesson): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const step of lesson.steps.keys()) {
    const entered: number[] = [];
    const opened: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const stored = await snapshotAt(lesson, step);
      const [enter, open] = [
        await hostTime(async () => {
          const { host } = await openLesson(
            { slug: lesson.slug, step },
            surroundings({ sandbox }),
            () => undefined,
          );
          return host;
        }),
        await hostTime(() => startHost(surroundings({ sandbox, storage: new StorageInMemory(stored()) }))),
      ];
      if (round === 0) continue; // until the code is compiled
      entered.push(enter);
      opened.push(open);
    }
    figures.push({
      what: `${lesson.slug}, step ${step + 1}: entering, to opening its snapshot`,
      value: median(entered.map((ms, round) => ms / opened[round]!)),
      aim: 2,
      clear: 2.5,
      detail: `${median(entered).toFixed(1)} and ${median(opened).toFixed(1)} ms`,
    });
  }
  return figures;
}

async function startOf({ slug }: Lesson, step: number): Promise<Start> {
  return startAt(await known(starts[slug], slug)(), step);
}

/** Reads the world at a step from a snapshot of it, which is the same kind of text as the recorded starts are. */
async function snapshotAt(lesson: Lesson, step: number): Promise<() => Stored> {
  const { openSnapshot } = await loadOpening();
  const { snapshot, vault } = await startOf(lesson, step);
  const platform = composePlatform({ snapshot: openSnapshot(snapshot), families });
  const first = asFirst(platform.snapshot(), vault);
  return () => ({ ...startAt({ first, taken: [] }, 0), late: null, reset: null });
}

/** The world is there when it has said what is in it. */
async function hostTime(open: () => ReturnType<typeof startHost>): Promise<number> {
  sweep();
  const elapsed = stopwatch();
  const host = await open();
  await host.greet();
  const took = elapsed();
  host.retire();
  await setTimeout();
  return took;
}

/** A check at the end of a step, when it has most to look at, beside a call of that step in the mean. */
async function checking(lesson: Lesson): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const step of lesson.steps.keys()) {
    const checks: number[] = [];
    const calls: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const { check, call } = await playedStep(lesson, step);
      if (round === 0 || call === null) continue;
      checks.push(check);
      calls.push(call);
    }
    if (calls.length === 0) continue; // nothing is called in this step
    figures.push({
      what: `${lesson.slug}, step ${step + 1}: a check, to a call`,
      value: median(checks.map((ms, round) => ms / calls[round]!)),
      aim: 1,
      clear: 1.25,
      detail: `${(median(checks) * 1000).toFixed(0)} and ${(median(calls) * 1000).toFixed(0)} µs`,
    });
  }
  return figures;
}

/** Milliseconds of a check and of a call; null if the step has none. */
async function playedStep(lesson: Lesson, step: number): Promise<{ check: number; call: number | null }> {
  const solution = await solutionOf(lesson.slug);
  const { snapshot, vault } = await startOf(lesson, step);
  const { openSnapshot } = await loadOpening();
  const failures = new Failures();
  let run: LessonRun | null = null;
  const around = outside(
    () => platform,
    async (...received) => run?.received(...received),
  );
  const platform: Platform = composePlatform({
    snapshot: openSnapshot(snapshot),
    families: failing(families, failures),
    now: () => Date.parse(lesson.start.at),
    ...around,
    commit: async (changes) => run?.committed(changes),
  });
  const watching = await LessonRun.of(lesson, vault, platform);
  run = watching;
  watching.open(step, failures);
  let count = 0;
  platform.exchanges.subscribe((exchange) => {
    watching.answered(exchange);
    if (exchange.direction === 'in') count++;
  });
  const learner = new Learner(platform, vault, (text) => watching.write(text), around);
  const solve = solution[step];
  if (!solve) throw new Error(`${lesson.slug} has no solution of step ${step + 1}`);
  sweep();
  const spent = await timedAsync(() => solve(learner));
  const elapsed = stopwatch();
  for (let report = 0; report < reports; report++) watching.report();
  return { check: elapsed() / reports, call: count === 0 ? null : spent / count };
}
