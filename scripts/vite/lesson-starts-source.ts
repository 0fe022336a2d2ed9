/** `#lesson-starts`: the world at each step of the lessons. Vite replaces this module by its data (data-module.ts). */
import { families } from '../../engine/inside.ts';
import { recordStarts } from '../../lessons/format/record-starts.ts';
import type { LessonStarts } from '../../lessons/format/starts.ts';
import type * as Declared from '../../lessons/starts.d.ts';
import { lessons } from '../../lessons/index.ts';
import type { Lesson } from '../../lessons/index.ts';
import { solutionOf } from '../../lessons/solutions.ts';
import { outside } from '../../testing/lesson-outside.ts';

const recorded = new Map<string, Promise<LessonStarts>>();

/** By the lesson's slug. */
export const starts: (typeof Declared)['starts'] = Object.fromEntries(
  lessons.map((lesson) => [lesson.slug, () => startsOf(lesson)]),
);

function startsOf(lesson: Lesson): Promise<LessonStarts> {
  const starts = recorded.get(lesson.slug) ?? record(lesson);
  recorded.set(lesson.slug, starts);
  return starts;
}

const record = async (lesson: Lesson): Promise<LessonStarts> =>
  recordStarts(lesson, await solutionOf(lesson.slug), { families, outside });
