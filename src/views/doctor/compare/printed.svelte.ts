import type { CompareDesk } from './compare-desk.svelte.ts';

/** The output of a person's program, as pasted. It is in memory only, because the key contains both secrets. */
export class PrintedForm {
  baseString = $state('');
  key = $state('');
  signature = $state('');
  /** While it is compared with what is right; null otherwise. */
  comparing = $state.raw<CompareDesk | null>(null);
}
