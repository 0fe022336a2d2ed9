/** What a page asks of its lesson's worker, besides the contract of the world. */
import type { StepReport } from '../../lessons/format/run.ts';
import type { PageLink } from '../page-link.ts';

/** The progress of the lesson. */
export interface LessonStanding {
  /** The steps before the open one, in order. */
  readonly done: readonly StepReport[];
  /** After the last step, a step without facts. */
  readonly open: StepReport;
}

export interface LessonLink extends PageLink {
  standing(): Promise<LessonStanding>;
  /** Opens the next step. Does nothing while the open one is not done. */
  next(): Promise<LessonStanding>;
  /** Records a text of the person in the open step: at most `mostWritten` characters; the rest is cut off. */
  write(text: string): Promise<LessonStanding>;
}

export const mostWritten = 4096;

/** Called when something has happened in the world that checks may depend on. */
export interface LessonMessage {
  readonly lesson: LessonStanding;
}
