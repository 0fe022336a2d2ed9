/** The solution of each lesson, by its slug: loaded when a step in its middle is entered. */
import { known } from '../engine/inside.ts';
import type { Solution } from './format/lesson.ts';

const load: Readonly<Record<string, () => Promise<{ readonly solution: Solution }>>> = {};

export const solutionOf = async (slug: string): Promise<Solution> =>
  (await known(load[slug], `solution of ${slug}`)()).solution;
