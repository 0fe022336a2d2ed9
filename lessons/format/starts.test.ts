import { expect, test } from 'vitest';
import { composePlatform, families, loadOpening } from '../../engine/inside.ts';
import { outside } from '../../testing/lesson-outside.ts';
import { lessons } from '../index.ts';
import { solutionOf } from '../solutions.ts';
import { play } from './play.ts';
import { recordStarts } from './record-starts.ts';
import { startAt } from './starts.ts';

test.each(lessons)(
  'the recorded steps of $slug open the worlds that its solution leads to',
  async (lesson) => {
    const { openSnapshot } = await loadOpening();
    const solution = await solutionOf(lesson.slug);
    const starts = await recordStarts(lesson, solution, { families, outside });
    let step = 0;
    for await (const { platform, vault, closed } of play(lesson, solution.slice(0, -1), {
      families,
      outside,
    })) {
      const start = startAt(starts, step);
      const opened = composePlatform({
        snapshot: openSnapshot(start.snapshot),
        families,
        now: () => platform.clock.now(),
      });
      expect(opened.snapshot()).toEqual(platform.snapshot());
      expect(start.vault).toEqual(vault);
      expect(start.done).toHaveLength(step);
      expect(start.done.at(-1) ?? null).toEqual(closed);
      step++;
    }
    expect(step).toBe(lesson.steps.length);
  },
);
