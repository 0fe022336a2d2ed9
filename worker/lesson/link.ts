/** What a page asks the worker of its lesson, beside its world. */
import type { StepReport } from '../../lessons/format/run.ts';
import type { PageLink } from '../page-link.ts';

/** How far the lesson is. */
export interface LessonStanding {
  /** Of the steps before the open one, in order. */
  readonly done: readonly StepReport[];
  /** After the last step, one without facts. */
  readonly open: StepReport;
}

export interface LessonLink extends PageLink {
  standing(): Promise<LessonStanding>;
  /** Goes on to the next step. Nothing happens while the open one is not done. */
  next(): Promise<LessonStanding>;
  /** Writes something down in the open step: at most `mostWritten` characters, what is behind them is cut off. */
  write(text: string): Promise<LessonStanding>;
}

export const mostWritten = 4096;

/** Said when something has happened in the world that checks may look at. */
export interface LessonMessage {
  readonly lesson: LessonStanding;
}
