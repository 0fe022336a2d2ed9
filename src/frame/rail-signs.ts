import type { ViewId } from '../router.ts';
import type { WhatRuns } from '../state/what-runs.svelte.ts';

export interface RailSign {
  /** The text after the view’s name. */
  readonly words: string;
  /** Whether none of it runs any more, because a reload interrupted it. */
  readonly isLeft: boolean;
}

/** One sign for each view in which something runs, or ran before a reload; running work comes first. */
export function signsByView({
  signs,
  left,
}: Pick<WhatRuns, 'signs' | 'left'>): ReadonlyMap<ViewId, RailSign> {
  const all = [
    ...signs.map(({ view, words }) => ({ view, words, isLeft: false })),
    ...left.map(([, { view, words }]) => ({ view, words, isLeft: true })),
  ];
  return new Map(
    [...new Set(all.map(({ view }) => view))].map((view) => {
      const here = all.filter((each) => each.view === view);
      return [
        view,
        { words: here.map(({ words }) => words).join(', '), isLeft: here.every(({ isLeft }) => isLeft) },
      ];
    }),
  );
}
