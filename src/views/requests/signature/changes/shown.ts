import type { Component, Snippet } from 'svelte';
import type { Change } from './change.ts';
import type { Marks } from './marks.ts';

/** What an edit changed, with what draws it: both come with the first edit. */
export interface ShownMarks extends Marks {
  readonly Marked: Component<{
    text: string;
    change: Change | null | undefined;
    from?: number;
    was?: boolean;
  }>;
  readonly MarkedKey: Component<{ children: Snippet }>;
}
