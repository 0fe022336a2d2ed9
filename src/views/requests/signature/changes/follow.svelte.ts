import { signatureSteps, splitUrl } from '../../../../../worker/api.ts';
import type { SignatureSteps } from '../../../../../worker/api.ts';
import { marksOf } from './marks.ts';
import type { EditMarks } from './marks.ts';

export interface Pinned {
  readonly nonce: boolean;
  readonly timestamp: boolean;
}

/** Follows one call's signature from edit to edit. Further typing in one place belongs to the same edit. */
export class Follower {
  marks = $state.raw<EditMarks | null>(null);
  /** Counts the changes by hand, each of which flashes once. A call that is renewed changes its signature without one. */
  turn = $state(0);
  /** What the marks are compared with. */
  #before: SignatureSteps;
  #last: SignatureSteps;
  /** The number of the edit. */
  edit = 0;

  constructor(steps: SignatureSteps) {
    this.#before = this.#last = steps;
  }

  /**
   * `pinned`: the values edited by hand. Any other new nonce or time is not an edit, because the call is renewed while
   * it waits.
   */
  take(steps: SignatureSteps, pinned: Pinned): void {
    const renewed = freshness.filter((name) => !pinned[name]).map((name) => `oauth_${name}`);
    this.#before = withValuesOf(steps, this.#before, renewed);
    this.#last = withValuesOf(steps, this.#last, renewed);
    const latest = marksOf(this.#last, steps);
    const places = this.marks?.places;
    if (latest) this.turn++;
    const isSameEdit = !latest || (places && continues(latest, places));
    if (!isSameEdit) this.#before = this.#last;
    if (!isSameEdit || !places) this.edit++;
    this.#last = steps;
    this.marks = marksOf(this.#before, steps);
  }

  clear(): void {
    this.#before = this.#last;
    this.marks = null;
  }
}

/** Whether an edit is in the same places as the one before it. A parameter whose name is being typed stays in its place. */
function continues({ places, values, gone }: EditMarks, before: ReadonlySet<string>): boolean {
  const other = [...places].filter((each) => !before.has(each)).length;
  const added = [...values.values()].filter(({ was }) => was === null).length;
  return other === 0 || (other === gone.length && other === added);
}

const freshness = ['nonce', 'timestamp'] as const;

/** The signature that `steps` would have with these parameters of another header. */
function withValuesOf(
  other: SignatureSteps,
  steps: SignatureSteps,
  names: readonly string[],
): SignatureSteps {
  const values = new Map(
    other.parameters.flatMap(({ from, name, value }) =>
      from === 'header' && names.includes(name) ? [[name, value]] : [],
    ),
  );
  const parameters = steps.parameters.map((each) =>
    each.from === 'header' ? { ...each, value: values.get(each.name) ?? each.value } : each,
  );
  const url = splitUrl(steps.baseUri);
  if (!url || parameters.every(({ value }, at) => value === steps.parameters[at]?.value)) return steps;
  const [consumerSecret = '', tokenSecret = ''] = steps.signingKey.split('&').map(decodeURIComponent);
  return signatureSteps(steps.method, url, parameters, consumerSecret, tokenSecret);
}
