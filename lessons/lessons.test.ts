import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { playLesson } from '../tests/support/play-lesson.ts';
import type { LessonFiles } from '../tests/support/play-lesson.ts';
import type { Lesson } from './format/lesson.ts';
import { lessons } from './index.ts';
import { solutionOf } from './solutions.ts';

const folderOf = ({ number, slug }: Lesson): string => `${String(number).padStart(2, '0')}-${slug}`;

async function filesOf(lesson: Lesson): Promise<LessonFiles> {
  const folder = `./${folderOf(lesson)}`;
  const [{ alternatives }, { mistakes }] = await Promise.all([
    import(`${folder}/alternatives.ts`) as Promise<Pick<LessonFiles, 'alternatives'>>,
    import(`${folder}/mistakes.ts`) as Promise<Pick<LessonFiles, 'mistakes'>>,
  ]);
  return { lesson, solution: await solutionOf(lesson.slug), alternatives, mistakes };
}

test('each folder is a lesson of the list, in its order', () => {
  const folders = readdirSync(import.meta.dirname).filter((name) => /^\d\d-/.test(name));
  expect(lessons.map(folderOf)).toEqual(folders.sort());
});

for (const lesson of lessons) describe(lesson.title, async () => playLesson(await filesOf(lesson)));
