import type { SignatureSteps } from '../../../../../worker/api.ts';
import type { Draft } from '../../call/draft.svelte.ts';
import type { Segment } from '../segments.ts';
import type { Span } from './change.ts';
import { charactersOf } from './encoding.ts';
import type { EncodedCharacter } from './encoding.ts';
import { standingOf } from '../standing.ts';
import type { EnteredParts } from '../standing.ts';
import { Follower } from './follow.svelte.ts';
import { undoneWords } from './marks.ts';
import type { EditMarks } from './marks.ts';
import { placesOf } from './places.ts';
import type { ValuePlace } from './places.ts';
import { canRestore, restore, signedOf } from './restore.ts';
import type { SignedParts } from './restore.ts';

/** A call and its signature before the first edit, which may be older than the instrument. */
export interface Before {
  readonly steps: SignatureSteps;
  readonly standing: EnteredParts;
}

/** Follows parts, edits and encodings through the steps of one call's signature. */
export class Instrument {
  readonly #draft: Draft;
  readonly #fixed: boolean;
  readonly #follower: Follower;
  /** The part that is pointed at or focused, as in `Segment.parameter`. */
  pointed = $state<number | null>(null);
  /** Whether the rows and parts that did not change are shown where there is little space. */
  isWhole = $state(false);
  #explained = $state<string | null>(null);
  #column = $state(0);
  /** The draft at the last look, and before the edit. */
  #last: SignedParts;
  #before: SignedParts;

  readonly steps: SignatureSteps | null = $derived.by(() => this.#draft.steps);
  readonly places: readonly (ValuePlace | null)[] = $derived(this.#places());
  readonly #keys: readonly string[] = $derived(
    this.steps?.parameters.map(({ from, name }, at) => this.places[at]?.key ?? `${from} ${name}`) ?? [],
  );
  readonly marks: EditMarks | null = $derived.by(() => (this.steps ? this.#follower.marks : null));
  /** The index of the parameter whose encoding is shown. */
  readonly explainedAt: number = $derived(
    this.#explained === null ? -1 : this.#keys.indexOf(this.#explained),
  );
  readonly columns: readonly EncodedCharacter[] = $derived(
    charactersOf(this.steps?.parameters[this.explainedAt]?.value ?? ''),
  );
  /** The index of the chosen column. */
  readonly column: number = $derived(Math.max(0, Math.min(this.#column, this.columns.length - 1)));
  /** What is highlighted: marks of an edit have precedence, and an open encoding has its own. */
  readonly lit: number | null = $derived(this.marks || this.isExplaining ? null : this.pointed);

  constructor(draft: Draft, { steps, standing }: Before, fixed: boolean) {
    this.#draft = draft;
    this.#fixed = fixed;
    this.#follower = new Follower(steps);
    this.#last = this.#before = signedOf(draft, standing, steps);
  }

  /** Of the last change: see `Follower.turn`. */
  get turn(): number {
    return this.#follower.turn;
  }

  get isExplaining(): boolean {
    return this.explainedAt >= 0;
  }

  get look(): string {
    if (this.isExplaining) return 'explaining';
    return this.marks ? 'marked' : this.lit === null ? '' : 'following';
  }

  get remark(): string | undefined {
    return this.isExplaining && !this.isWhole ? `1 of ${this.#keys.length} shown` : undefined;
  }

  /** Whether the marked edit was made in the draft, so that it can be undone there. */
  get canUndo(): boolean {
    if (!this.marks || !this.steps || this.#fixed) return false;
    return canRestore(signedOf(this.#draft, standingOf(this.#draft), this.steps), this.#before);
  }

  follow(): void {
    if (!this.steps) return;
    const { edit } = this.#follower;
    const now = signedOf(this.#draft, standingOf(this.#draft), this.steps);
    this.#follower.take(this.steps, { nonce: now.noncePinned, timestamp: now.timestampPinned });
    if (this.#follower.edit !== edit) this.#before = this.#last;
    // Another endpoint is another call.
    if (now.endpoint !== this.#last.endpoint) this.clear();
    this.#last = now;
  }

  clear(): void {
    this.isWhole = false;
    this.#follower.clear();
  }

  /** Undoes the edit. Returns what was undone, as a sentence, and the index that the first edited value has then. */
  undo(): { words: string; first: number } {
    const { marks, steps } = this;
    if (!marks || !steps) return { words: '', first: -1 };
    const [at = -1] = marks.values.keys();
    const key = this.places[at]?.key;
    const words = undoneWords(marks, steps);
    restore(this.#draft, this.#before, marks);
    return { words, first: key === undefined ? -1 : this.places.findIndex((each) => each?.key === key) };
  }

  /** Writes a value. Returns the index that its parameter has then: those of the same name are sorted by value. */
  edit(at: number, value: string): number {
    const place = this.places[at];
    place?.write(value);
    return place ? this.places.findIndex((each) => each?.key === place.key) : -1;
  }

  /** Shows how a value is encoded, from the last character that is. */
  explain(at: number | null): void {
    this.#explained = at === null ? null : (this.#keys[at] ?? null);
    this.isWhole = false;
    this.choose(this.columns.findLastIndex(({ isKept }) => !isKept));
  }

  choose(column: number): void {
    this.#column = Math.max(0, column);
  }

  /** Where the chosen column is in a string of which `segment` is a part; null if that is another parameter. */
  hotIn({ parameter, start, text }: Segment, as: 'encoded' | 'again'): Span | null {
    if (!this.isExplaining || parameter !== this.explainedAt) return null;
    const lengthOf = (columns: readonly EncodedCharacter[]) =>
      columns.map((each) => each[as]).join('').length;
    const end = start + text.length - lengthOf(this.columns.slice(this.column + 1));
    return { start: end - lengthOf(this.columns.slice(this.column, this.column + 1)), end };
  }

  rowLook(at: number): string {
    if (this.isExplaining) return at === this.explainedAt ? '' : this.isWhole ? '' : 'folded';
    if (this.marks) return this.marks.values.has(at) ? 'changed' : this.isShort ? 'other' : '';
    return this.lit === at ? 'lit' : '';
  }

  /** Whether only what changed is shown where there is little space. */
  get isShort(): boolean {
    return !this.isWhole && (this.marks?.values.size ?? 0) > 0;
  }

  #places(): readonly (ValuePlace | null)[] {
    return this.steps && !this.#fixed ? placesOf(this.#draft, this.steps) : [];
  }
}
