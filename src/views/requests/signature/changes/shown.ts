import type { Component, Snippet } from 'svelte';
import type { TextChange } from './change.ts';
import type { EditMarks } from './marks.ts';

/** What an edit changed, with the components that draw it: both are loaded with the first edit. */
export interface ShownMarks extends EditMarks {
  readonly Marked: Component<{
    text: string;
    change: TextChange | null | undefined;
    from?: number;
    was?: boolean;
  }>;
  readonly MarkedKey: Component<{ children: Snippet }>;
}
