import type { Draft } from './draft.svelte.ts';
import { fold, foldChoice } from './folded.svelte.ts';

/** Folds or unfolds every call, and keeps that as the person's choice. */
export function chooseFold(to: 'folded' | 'open'): void {
  fold.choice = to;
  foldChoice.write(to);
}

/** Folds a call unless the person has chosen otherwise. */
export function foldFor(draft: Draft): void {
  fold.edited = draft;
}

/** Unfolds every call to show something in one. The choice that is kept stays as it is. */
export function unfold(): void {
  if (fold.choice) fold.choice = 'open';
  fold.edited = null;
}
