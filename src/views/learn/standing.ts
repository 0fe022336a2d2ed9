/** How far the person is in a lesson. */
import type { Lesson } from '../../../lessons/index.ts';

/** The first step that is not done, from 0; null if all are done. */
export function firstOpen({ steps }: Lesson, done: ReadonlySet<number>): number | null {
  const at = steps.findIndex((_, step) => !done.has(step));
  return at === -1 ? null : at;
}

export type LessonStage = 'new' | 'begun' | 'done';

export const stageOf = (lesson: Lesson, done: ReadonlySet<number>): LessonStage =>
  done.size === 0 ? 'new' : firstOpen(lesson, done) === null ? 'done' : 'begun';

export const stageWords = (lesson: Lesson, done: ReadonlySet<number>): string =>
  ({
    new: 'not begun',
    begun: `${done.size} of ${lesson.steps.length} steps`,
    done: 'done',
  })[stageOf(lesson, done)];
