/** Replaces secrets with names. Each secret has one name, so that its uses stay recognisable. */
import { encodeRfc3986 } from '../http/encoding.ts';
import { secretKinds } from '../spec/secret.ts';
import type { SecretKind } from '../spec/secret.ts';

/** How many secrets of one kind were masked. */
export interface MaskedKind {
  readonly kind: SecretKind;
  /** Different values. */
  readonly secrets: number;
  /** Occurrences. */
  readonly places: number;
}

/** One way to write a secret, and the offset of the run of letters and digits that finds it. */
interface Written {
  readonly value: string;
  readonly pattern: string;
  readonly offset: number;
}

/** Escapes are not part of a run, so percent-encoding does not change the runs of a text. */
const runs = /%[0-9A-Fa-f]{2}|[A-Za-z0-9]{6,}/g;

/** Whether the value is too long to occur by chance. A PIN has seven digits. */
const isFound = (kind: SecretKind, value: string): boolean =>
  value.length >= (kind === 'verifier' ? 7 : 16) && kind !== 'password';

export class Secrets {
  readonly #kinds = new Map<string, SecretKind>();
  readonly #names = new Map<string, string>();
  readonly #tallies = new Map<SecretKind, { secrets: number; places: number }>();
  readonly #byRun = new Map<string, Written[]>();

  /** The first kind given for a value stays. A name is assigned at its first occurrence, so numbers start at 1. */
  know(kind: SecretKind, value: string): void {
    if (value === '' || this.#kinds.has(value)) return;
    this.#kinds.set(value, kind);
    if (!isFound(kind, value)) return;
    const once = encodeRfc3986(value);
    for (const pattern of new Set([value, once, encodeRfc3986(once)])) this.#file(value, pattern);
  }

  nameOf(kind: SecretKind, value: string): string {
    this.know(kind, value);
    const known = this.#kinds.get(value) ?? kind;
    const tally = this.#tallies.get(known) ?? { secrets: 0, places: 0 };
    this.#tallies.set(known, tally);
    tally.places++;
    const given = this.#names.get(value);
    if (given !== undefined) return given;
    const name = `«${known} ${++tally.secrets}»`;
    this.#names.set(value, name);
    return name;
  }

  /** Restarts the numbers at 1; the known values stay. */
  forgetNames(): void {
    this.#names.clear();
    this.#tallies.clear();
  }

  /** Replaces every known secret in the text, whether plain or percent-encoded. */
  replaceIn(text: string, written: (name: string) => string): string {
    const parts: string[] = [];
    let from = 0;
    for (const { 0: run, index } of text.matchAll(runs)) {
      const found = this.#longestAt(text, run, index, from);
      if (!found) continue;
      const start = index - found.offset;
      parts.push(text.slice(from, start), written(this.nameOf('access token', found.value)));
      from = start + found.pattern.length;
    }
    return from === 0 ? text : parts.join('') + text.slice(from);
  }

  get masked(): readonly MaskedKind[] {
    return secretKinds.flatMap((kind) => {
      const tally = this.#tallies.get(kind);
      return tally ? [{ kind, ...tally }] : [];
    });
  }

  #longestAt(text: string, run: string, index: number, from: number): Written | null {
    let longest: Written | null = null;
    for (const each of this.#byRun.get(run) ?? []) {
      const start = index - each.offset;
      if (start < from || !text.startsWith(each.pattern, start)) continue;
      if (each.pattern.length > (longest?.pattern.length ?? 0)) longest = each;
    }
    return longest;
  }

  #file(value: string, pattern: string): void {
    let longest = { run: '', offset: 0 };
    for (const { 0: run, index } of pattern.matchAll(runs))
      if (!run.startsWith('%') && run.length > longest.run.length) longest = { run, offset: index };
    if (longest.run === '') return;
    const filed = this.#byRun.get(longest.run) ?? [];
    this.#byRun.set(longest.run, [...filed, { value, pattern, offset: longest.offset }]);
  }
}
