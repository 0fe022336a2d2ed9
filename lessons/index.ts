/** The lessons, in order. The code that runs one is loaded when it is entered. */
import { lesson as firstCall } from './01-first-call/lesson.ts';
import { lesson as whatIsSigned } from './02-what-is-signed/lesson.ts';
import { lesson as fiveRefused } from './03-five-refused/lesson.ts';
import { lesson as signInTwice } from './04-sign-in-twice/lesson.ts';
import { lesson as lastingToken } from './05-lasting-token/lesson.ts';
import { lesson as rightToken } from './06-right-token/lesson.ts';
import { lesson as whatYouNeed } from './07-what-you-need/lesson.ts';
import { lesson as pageToTheEnd } from './08-page-to-the-end/lesson.ts';
import { lesson as runOut } from './09-run-out/lesson.ts';
import { lesson as proveUrl } from './10-prove-your-url/lesson.ts';
import { lesson as stayConnected } from './11-stay-connected/lesson.ts';
import { lesson as brokenFeed } from './12-broken-feed/lesson.ts';
import type { Lesson } from './format/lesson.ts';

export { clockTime } from './format/facts.ts';
export type { Evidence } from './format/facts.ts';
export { groups } from './format/lesson.ts';
export type { Fact, Group, Lesson, Miss, Start, Step, WithheldAct } from './format/lesson.ts';
export type { StepReport } from './format/run.ts';

export const lessons: readonly Lesson[] = [
  firstCall,
  whatIsSigned,
  fiveRefused,
  signInTwice,
  lastingToken,
  rightToken,
  whatYouNeed,
  pageToTheEnd,
  runOut,
  proveUrl,
  stayConnected,
  brokenFeed,
];

/** Undefined for an unknown slug. */
export const lessonOf = (slug: string): Lesson | undefined => lessons.find((each) => each.slug === slug);
