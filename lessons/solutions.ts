/** The solution of each lesson, by its slug: for the build, which records the starts of steps, and for tests. */
import { known } from '../engine/inside.ts';
import type { Solution } from './format/lesson.ts';

const load: Readonly<Record<string, () => Promise<{ readonly solution: Solution }>>> = {
  'first-call': () => import('./01-first-call/solution.ts'),
  'what-is-signed': () => import('./02-what-is-signed/solution.ts'),
  'five-refused': () => import('./03-five-refused/solution.ts'),
  'sign-in-twice': () => import('./04-sign-in-twice/solution.ts'),
  'lasting-token': () => import('./05-lasting-token/solution.ts'),
  'right-token': () => import('./06-right-token/solution.ts'),
  'what-you-need': () => import('./07-what-you-need/solution.ts'),
  'page-to-the-end': () => import('./08-page-to-the-end/solution.ts'),
  'run-out': () => import('./09-run-out/solution.ts'),
  'prove-your-url': () => import('./10-prove-your-url/solution.ts'),
  'stay-connected': () => import('./11-stay-connected/solution.ts'),
  'broken-feed': () => import('./12-broken-feed/solution.ts'),
};

export const solutionOf = async (slug: string): Promise<Solution> =>
  (await known(load[slug], `solution of ${slug}`)()).solution;
