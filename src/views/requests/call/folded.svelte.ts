/** Whether the parameters and the authorization of a call are folded into one line. `fold.ts` changes it. */
import { ofPerson } from '../../../parts/storage.ts';
import type { Draft } from './draft.svelte.ts';

interface Fold {
  /** For every call: `folded` or `open`; null until the person has chosen. */
  choice: string | null;
  /** Until then, the call whose signature is edited is folded. */
  edited: Draft | null;
}

export const foldChoice = ofPerson('call-folded:1');
export const fold = $state<Fold>({ choice: foldChoice.read(), edited: null });

export const isFolded = (draft: Draft): boolean =>
  fold.choice ? fold.choice === 'folded' : fold.edited === draft;
