import type { Draft } from './draft.svelte.ts';
import { fold, foldChoice } from './folded.svelte.ts';

let isChosen = foldChoice.read() !== null;

/** Folds or unfolds every call, and keeps that as the person's choice. */
export function chooseFold(to: 'folded' | 'open'): void {
  isChosen = true;
  foldChoice.write(to);
  fold.of = to === 'folded' ? 'all' : null;
}

/** Folds one call, and unfolds the one before, unless the person has chosen. */
export function foldFor(draft: Draft): void {
  if (!isChosen) fold.of = draft;
}

/** Unfolds every call to show something in one. The choice that is kept stays as it is. */
export function unfold(): void {
  fold.of = null;
}
