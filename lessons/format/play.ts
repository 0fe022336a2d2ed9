/** Plays a lesson: runs its solution, and shows the world at the start of each step. */
import { composePlatform, failing, Failures } from '../../engine/inside.ts';
import type { Credential, Family, Platform } from '../../engine/inside.ts';
import { Learner } from './learner.ts';
import type { Outside } from './learner.ts';
import type { Lesson, Solution } from './lesson.ts';
import { LessonRun } from './run.ts';
import type { Heard, StepReport } from './run.ts';

export interface PlayOptions {
  readonly families: readonly Family[];
  /** Answers calls to the outside, and reports requests to receivers. */
  readonly outside?: (platform: () => Platform, heard: Heard) => Outside;
}

/** The world between two steps. */
export interface Reached {
  readonly platform: Platform;
  readonly vault: readonly Credential[];
  /** The report of the step before it; null at the start of the first one. */
  readonly closed: StepReport | null;
}

/**
 * Yields at the start of each step, and once at the end. Throws if a solution does not close its own step: that is a bug
 * of the lesson.
 */
export async function* play(
  lesson: Lesson,
  solution: Solution,
  { families, outside }: PlayOptions,
): AsyncGenerator<Reached, void, undefined> {
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
  const watching = await LessonRun.of(lesson, learner.vault, platform);
  run = watching;
  const stop = platform.exchanges.subscribe((exchange) => watching.answered(exchange));
  yield { platform, vault: learner.vault, closed: null };
  for (const [number, solve] of solution.entries()) {
    watching.open(number, failures);
    await solve(learner);
    const closed = watching.report();
    if (!closed.isDone) throw new Error(`Its solution leaves step ${number + 1} of ${lesson.slug} open`);
    yield { platform, vault: learner.vault, closed };
  }
  stop();
}
