/** Addresses of lessons: `#/learn/first-call`, `#/learn/first-call/3`, `#/learn/first-call/done`. */
import { lessonOf } from '../../lessons/index.ts';
import type { Lesson } from '../../lessons/index.ts';
import type { ViewRoute } from '../router.ts';
import { doneInLink } from './progress.svelte.ts';
import type { DoneSteps } from './progress.svelte.ts';

export interface LearnRoute {
  /** null for the list alone. */
  readonly lesson: Lesson | null;
  /** From 0; null where the link names none. */
  readonly step: number | null;
  /** Whether the summary is shown. */
  readonly isDone: boolean;
  /** The steps done elsewhere that a link brings. */
  readonly brings: DoneSteps;
}

/** Returns a sentence for an unknown lesson or step in the link. */
export function readLearn({ path, params }: ViewRoute): LearnRoute & { readonly problem: string | null } {
  const [slug, at, ...more] = path;
  const lesson = slug === undefined ? null : (lessonOf(slug) ?? null);
  const brings = doneInLink(params.flatMap(([name, value]) => (name === 'done' ? [value] : [])));
  const read = { lesson, step: null, isDone: false, brings, problem: null };
  if (slug !== undefined && !lesson) return { ...read, problem: 'This link leads to no lesson.' };
  if (!lesson || at === undefined) return read;
  if (at === 'done' && more.length === 0) return { ...read, isDone: true };
  const step = /^\d{1,2}$/.test(at) && more.length === 0 ? Number(at) - 1 : -1;
  return step in lesson.steps
    ? { ...read, step }
    : { ...read, problem: `The lesson “${lesson.title}” has no such step.` };
}

export const addressOf = ({ slug }: Lesson, step?: number): string =>
  `#/learn/${slug}${step === undefined ? '' : `/${step + 1}`}`;
