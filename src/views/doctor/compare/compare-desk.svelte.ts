import type { DoctorInput, PrintedComparison } from '../../../../worker/api.ts';
import type { Doctor } from '../../../doctor/loaded.svelte.ts';
import { fixOf } from './fix-lines.ts';
import type { Fix, FixLanguage } from './fix-lines.ts';
import { differencesOf } from './rows.ts';
import type { DifferentPart } from './rows.ts';

export interface ToCompare {
  readonly doctor: Doctor;
  /** Null while the address is unknown. */
  readonly input: DoctorInput | null;
  /** The output of the person's program. */
  readonly printed: { readonly baseString: string; readonly key: string; readonly signature: string };
  /** What the request was pasted as, such as `curl` or `Python requests`; null if it was typed. */
  readonly pastedAs: string | null;
}

interface FixedMistake {
  readonly id: string;
  readonly title: string;
  readonly fix: Fix;
}

/** How long typing must pause before it is compared, in ms: a comparison tries every pair of mistakes. */
const pause = 150;

/** What a person's program printed, compared with what is right, and the difference that is looked at. */
export class CompareDesk {
  result = $state.raw<PrintedComparison | null>(null);
  readonly #of: () => ToCompare;
  #walkedTo = $state(0);

  constructor(of: () => ToCompare) {
    this.#of = of;
  }

  /** The two base strings; null if they do not differ, or one is missing. */
  readonly both: { readonly yours: string; readonly ours: string } | null = $derived.by(() => {
    const given = this.result?.baseString;
    return given?.state === 'differs' && given.given !== null
      ? { yours: given.given, ours: given.right }
      : null;
  });
  readonly differences: readonly DifferentPart[] = $derived(
    this.both ? differencesOf(this.both.yours, this.both.ours) : [],
  );
  /** The index of the difference that is shown in full; -1 if there is none. */
  readonly shown: number = $derived(Math.min(this.#walkedTo, this.differences.length - 1));

  /** The lines to change. Of several explanations the first. */
  readonly fixes: readonly FixedMistake[] = $derived.by(() => {
    const { authorization } = this.#of().input ?? {};
    const method = /oauth_signature_method="?([^",&]+)/.exec(authorization ?? '')?.[1] ?? '';
    return [this.result?.baseString, this.result?.key, this.result?.signature]
      .flatMap((part) => (part?.state === 'differs' ? (part.reasons[0] ?? []) : []))
      .flatMap((mistake) => {
        const fix = fixOf(mistake, method);
        return fix ? [{ ...mistake, fix }] : [];
      });
  });
  /** The language of what was pasted. */
  readonly language: FixLanguage | null = $derived.by(() => {
    const from = this.#of().pastedAs ?? '';
    if (/fetch|axios|javascript/i.test(from)) return 'JavaScript';
    return /python/i.test(from) ? 'Python' : null;
  });

  step = (by: 1 | -1): void => {
    this.#walkedTo = Math.max(0, Math.min(this.shown + by, this.differences.length - 1));
  };

  /** Compares what is there now, after a pause. Returns the way to stop; called again when something has changed. */
  compare(): () => void {
    const { doctor, input, printed } = this.#of();
    const { baseString, key, signature } = printed;
    const timer = setTimeout(() => {
      this.result = input && doctor.comparePrinted(input, { baseString, key, signature });
    }, pause);
    return () => {
      clearTimeout(timer);
    };
  }
}
