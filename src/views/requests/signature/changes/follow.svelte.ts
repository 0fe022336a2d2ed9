import { signatureSteps, splitUrl } from '../../../../../worker/api.ts';
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

  /** `pinned`: what was edited by hand. Any other new nonce or time is no edit: the call is renewed while it waits. */
  take(steps: SignatureSteps, pinned: Pinned): void {
    const renewed = freshness.filter((name) => !pinned[name]).map((name) => `oauth_${name}`);
    this.#before = withValuesOf(steps, this.#before, renewed);
    this.#last = withValuesOf(steps, this.#last, renewed);
    const latest = marksOf(this.#last, steps);
    const places = this.marks?.places;
    const isSameEdit = !latest || (places && [...latest.places].every((each) => places.has(each)));
    if (!isSameEdit) this.#before = this.#last;
    this.#last = steps;
    this.marks = marksOf(this.#before, steps);
  }

  clear(): void {
    this.#before = this.#last;
    this.marks = null;
  }
}

const freshness = ['nonce', 'timestamp'] as const;

/** The signature that `steps` would have with these parameters of another's header. */
function withValuesOf(
  other: SignatureSteps,
  steps: SignatureSteps,
  names: readonly string[],
): SignatureSteps {
  const isOf = (name: string) => (each: SignatureSteps['parameters'][number]) =>
    each.from === 'header' && each.name === name;
  const parameters = steps.parameters.map((each) => {
    const value = names.includes(each.name) && other.parameters.find(isOf(each.name))?.value;
    return typeof value === 'string' && isOf(each.name)(each) ? { ...each, value } : each;
  });
  const url = splitUrl(steps.baseUri);
  if (!url || parameters.every((each, at) => each === steps.parameters[at])) return steps;
  const [consumerSecret = '', tokenSecret = ''] = steps.signingKey.split('&').map(decodeURIComponent);
  return signatureSteps(steps.method, url, parameters, consumerSecret, tokenSecret);
}
