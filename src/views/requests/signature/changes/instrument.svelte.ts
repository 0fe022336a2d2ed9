import type { SignatureSteps } from '../../../../../worker/api.ts';
import type { Draft } from '../../call/draft.svelte.ts';
import type { Segment } from '../segments.ts';
import type { Span } from './change.ts';
import { charactersOf } from './encoding.ts';
import type { EncodedCharacter } from './encoding.ts';
import { Follower } from './follow.svelte.ts';
import type { Pinned } from './follow.svelte.ts';
import type { EditMarks } from './marks.ts';
import { placesOf } from './places.ts';
import type { ValuePlace } from './places.ts';

interface Standing {
  readonly values: ReadonlyMap<string, string>;
  readonly pinned: Pinned;
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
  /** The values at their places, and the pinned ones: at the last look, and before the edit. */
  #last: Standing | null = null;
  #before: Standing | null = null;

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

  constructor(draft: Draft, before: SignatureSteps, fixed: boolean) {
    this.#draft = draft;
    this.#fixed = fixed;
    this.#follower = new Follower(before);
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

  /** Whether an edit can be undone: every changed value still has its place, and nothing else changed. */
  get canUndo(): boolean {
    const { marks } = this;
    if (!marks || marks.values.size === 0 || marks.places.size > marks.values.size) return false;
    return [...marks.values].every(([at, { was }]) => {
      const place = this.places[at];
      return was !== null && place && this.#before?.values.has(place.key);
    });
  }

  follow(): void {
    if (!this.steps) return;
    const { edit } = this.#follower;
    const now = this.#standing();
    this.#follower.take(this.steps, now.pinned);
    if (this.#follower.edit !== edit) this.#before = this.#last ?? this.#beforeFirst(now);
    this.#last = now;
  }

  clear(): void {
    this.isWhole = false;
    this.#follower.clear();
  }

  /** Writes the old values back. Returns the names of their parameters, and the index that the first one has then. */
  undo(): { names: string[]; first: number } {
    const undone = [...(this.marks?.values.keys() ?? [])].map((at) => ({
      key: this.places[at]?.key ?? '',
      name: this.steps?.parameters[at]?.name ?? '',
    }));
    const placeOf = (key: string) => this.places.find((each) => each?.key === key);
    // Places in one text change with each other.
    for (const { key } of undone) placeOf(key)?.write(this.#before?.values.get(key) ?? '');
    const { nonce = false, timestamp = false } = this.#before?.pinned ?? {};
    if (!nonce) this.#draft.noncePinned = false;
    if (!timestamp) this.#draft.timestampPinned = false;
    const first = this.places.findIndex((each) => each?.key === undone[0]?.key);
    return { names: undone.map(({ name }) => name), first };
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

  /** What stood before the first edit, which may be older than the instrument. */
  #beforeFirst({ values, pinned }: Standing): Standing {
    const old = new Map(values);
    const names = new Set<string>();
    for (const [at, { was }] of this.marks?.values ?? []) {
      old.set(this.places[at]?.key ?? '', was ?? '');
      names.add(this.steps?.parameters[at]?.name ?? '');
    }
    return {
      values: old,
      pinned: {
        nonce: pinned.nonce && !names.has('oauth_nonce'),
        timestamp: pinned.timestamp && !names.has('oauth_timestamp'),
      },
    };
  }

  #standing(): Standing {
    const { noncePinned: nonce, timestampPinned: timestamp } = this.#draft;
    const values = this.places.map(
      (place, at) => [place?.key ?? '', this.steps?.parameters[at]?.value ?? ''] as const,
    );
    return { values: new Map(values), pinned: { nonce, timestamp } };
  }

  #places(): readonly (ValuePlace | null)[] {
    return this.steps && !this.#fixed ? placesOf(this.#draft, this.steps) : [];
  }
}
