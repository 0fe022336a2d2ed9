/** Whether the parameters and the authorization of a call are folded into one line. `fold.ts` changes it. */
import { ofPerson } from '../../../parts/storage.ts';
import type { Draft } from './draft.svelte.ts';

/** `folded` or `open`; null until the person has chosen. */
export const foldChoice = ofPerson('call-folded:1');

/** Every call, one, or none. */
export const fold = $state<{ of: Draft | 'all' | null }>({
  of: foldChoice.read() === 'folded' ? 'all' : null,
});

export const isFolded = (draft: Draft): boolean => fold.of === 'all' || fold.of === draft;
