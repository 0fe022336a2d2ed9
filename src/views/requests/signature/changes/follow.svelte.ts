import type { SignatureSteps } from '../../../../../worker/api.ts';
import { marksOf } from './marks.ts';
import type { EditMarks } from './marks.ts';

export interface Pinned {
  readonly nonce: boolean;
  readonly timestamp: boolean;
}

/** Follows one call's signature from edit to edit. Typing on in one place is one edit. */
export class Follower {
  marks = $state.raw<EditMarks | null>(null);
  /** What the marks are compared to. */
  #before: SignatureSteps;
  #last: SignatureSteps;

  constructor(steps: SignatureSteps) {
    this.#before = this.#last = steps;
  }

  /** `pinned`: what was edited by hand. Any other new nonce or time is of the next call, and marks end with it. */
  take(steps: SignatureSteps, pinned: Pinned): void {
    const latest = marksOf(this.#last, steps);
    if (!latest) return;
    const places = this.marks?.places;
    const isSameEdit = places !== undefined && [...latest.places].every((each) => places.has(each));
    if (!isSameEdit) this.#before = this.#last;
    this.#last = steps;
    const isNext = (['nonce', 'timestamp'] as const).some(
      (each) => !pinned[each] && latest.places.has(`header oauth_${each} 1`),
    );
    if (isNext) this.clear();
    else this.marks = marksOf(this.#before, steps);
  }

  clear(): void {
    this.#before = this.#last;
    this.marks = null;
  }
}
