/** The world at the start of any step, made by running the solution of the steps before it. */
import { composePlatform, failing, Failures } from '../../engine/inside.ts';
import type { Credential, Family, Platform } from '../../engine/inside.ts';
import { Learner } from './learner.ts';
import type { Outside } from './learner.ts';
import type { Lesson, Solution } from './lesson.ts';
import { LessonRun } from './run.ts';
import type { StepReport } from './run.ts';

export interface Prepared {
  readonly platform: Platform;
  readonly vault: readonly Credential[];
  /** The solution of the steps before it. */
  readonly done: readonly StepReport[];
}

export type Heard = (...received: Parameters<LessonRun['received']>) => Promise<void>;

export interface Opening {
  readonly families: readonly Family[];
  /** Answers calls to the outside, and reports requests to receivers. */
  readonly outside?: (platform: () => Platform, heard: Heard) => Outside;
}

/**
 * `step`: the one to open, from 0. Throws if a solution does not close its own step: that is a bug of the lesson.
 */
export async function prepare(
  lesson: Lesson,
  solution: Solution,
  step: number,
  { families, outside }: Opening,
): Promise<Prepared> {
  const { start } = lesson;
  const { scenario, seed } = start;
  const at = Date.parse(start.at);
  const failures = new Failures();
  let run: LessonRun | null = null;
  const around = outside?.(
    () => platform,
    async (...received) => run?.received(...received),
  );
  const platform: Platform = composePlatform({
    ...{ scenario, seed, families: failing(families, failures), now: () => at },
    ...around,
    commit: async (changes) => run?.committed(changes),
  });
  const learner = new Learner(platform, platform.initialCredentials, (text) => run?.write(text), around);
  if (start.plan) {
    const [project] = platform.portal.projects();
    if (project) await learner.do('portal.setPlan', project.id, start.plan);
  }
  await start.arrange?.(learner);
  const watching = await LessonRun.of(lesson, platform, learner.vault);
  run = watching;
  const stop = platform.exchanges.subscribe((exchange) => watching.answered(exchange));
  const done: StepReport[] = [];
  for (const [number, solve] of solution.slice(0, step).entries()) {
    watching.open(number, failures);
    await solve(learner);
    const report = watching.report();
    if (!report.isDone) throw new Error(`Its solution leaves step ${number + 1} of ${lesson.slug} open`);
    done.push(report);
  }
  stop();
  return { platform, vault: learner.vault, done };
}
