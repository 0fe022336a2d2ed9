/**
 * What an edit changed in each step of a signature, from the results of the engine's own signer before and after it.
 */
import type { SignatureSteps, SignedParameter } from '../../../../../worker/api.ts';
import { asTyped, changeOf, encodedOnce, encodedTwice } from './change.ts';
import type { TextChange } from './change.ts';

/** What an edit changed in the value of a parameter. */
export interface ValueChange {
  /** The old value; null for a parameter that was not there. */
  readonly was: string | null;
  readonly typed: TextChange;
  readonly encoded: TextChange;
}

export interface Figure {
  readonly where: string;
  readonly count: string;
}

export interface EditMarks {
  /** The edited parts: `method`, `address`, `key`, or a parameter. */
  readonly places: ReadonlySet<string>;
  /** By their index among the parameters. */
  readonly values: ReadonlyMap<number, ValueChange>;
  /** The names of removed parameters. */
  readonly gone: readonly string[];
  /** In the parameter string. */
  readonly string: TextChange | null;
  readonly base: TextChange | null;
  /** Which half of the signing key changed. */
  readonly key: readonly [boolean, boolean];
  readonly signature: TextChange | null;
  readonly oldSignature: string;
  /** All changes in a sentence. */
  readonly words: string;
  /** How many characters changed, from step to step; null unless the edit is one value. */
  readonly figures: readonly Figure[] | null;
}

const nothing: TextChange = { start: 0, end: 0, was: '' };

/** null if no signed part changed. */
export function marksOf(before: SignatureSteps, after: SignatureSteps): EditMarks | null {
  const pairs = pairsOf(before.parameters, after.parameters);
  const values = new Map<number, ValueChange>();
  for (const { was, now, at } of pairs) {
    if (!now) continue;
    const typed = changeOf(was?.value ?? '', now.value, asTyped) ?? nothing;
    const encoded = changeOf(was?.encodedValue ?? '', now.encodedValue, encodedOnce) ?? nothing;
    values.set(at, { was: was?.value ?? null, typed, encoded });
  }
  const key = keyChanges(before.signingKey, after.signingKey);
  const places = new Set([
    ...pairs.map(({ place }) => place),
    ...(before.method === after.method ? [] : ['method']),
    ...(before.baseUri === after.baseUri ? [] : ['address']),
    ...(key.includes(true) ? ['key'] : []),
  ]);
  if (places.size === 0) return null;
  const marks = {
    places,
    values,
    gone: pairs.flatMap(({ was, now }) => (was && !now ? [was.name] : [])),
    string: changeOf(before.parameterString, after.parameterString, encodedOnce),
    base: changeOf(before.baseString, after.baseString, encodedTwice),
    key,
    signature: changeOf(before.signature, after.signature, encodedOnce),
    oldSignature: before.signature,
  };
  return { ...marks, words: wordsOf(marks, after), figures: figuresOf(marks, after) };
}

/** A parameter that changed: `was` is null if it was added, and `now` if it was removed. */
interface Pair {
  readonly place: string;
  readonly was: SignedParameter | null;
  readonly now: SignedParameter | null;
  /** The index of `now`. */
  readonly at: number;
}

/** Of several with the same name, those with the same value did not change; of the rest, the first was the first. */
function pairsOf(before: readonly SignedParameter[], after: readonly SignedParameter[]): Pair[] {
  const left = [...before];
  const take = (isIt: (each: SignedParameter) => boolean): SignedParameter | null => {
    const at = left.findIndex(isIt);
    return at < 0 ? null : left.splice(at, 1)[0]!;
  };
  const isNamed = (a: SignedParameter) => (b: SignedParameter) =>
    a.from === b.from && a.encodedName === b.encodedName;
  const changed = [...after.entries()].filter(
    ([, now]) => !take((each) => isNamed(now)(each) && each.encodedValue === now.encodedValue),
  );
  const counts = new Map<string, number>();
  const placeOf = ({ from, encodedName }: SignedParameter): string => {
    const name = `${from} ${encodedName}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name} ${count}`;
  };
  const kept = changed.map(([at, now]) => ({ place: placeOf(now), was: take(isNamed(now)), now, at }));
  return [...kept, ...left.map((was) => ({ place: placeOf(was), was, now: null, at: -1 }))];
}

/** Both halves are percent-encoded, so exactly one `&` separates them (RFC 5849 3.4.2). */
function keyChanges(before: string, after: string): readonly [boolean, boolean] {
  const [consumer, token] = before.split('&');
  const [consumerNow, tokenNow] = after.split('&');
  return [consumer !== consumerNow, token !== tokenNow];
}

type Changes = Omit<EditMarks, 'words' | 'figures'>;

const mostNamed = 2;

function wordsOf(marks: Changes, after: SignatureSteps): string {
  const { values, gone, places, string, base, signature } = marks;
  const edited = [
    ...[...values].map(([at, { typed }]) => {
      const { name = '', value = '' } = after.parameters[at] ?? {};
      return `${charactersIn(typed, value)} in ${name}`;
    }),
    ...gone.map((name) => `${name} removed`),
    ...(places.has('method') ? ['the method'] : []),
    ...(places.has('address') ? ['the address'] : []),
  ];
  const more = edited.length - mostNamed;
  const all = [
    ...edited.slice(0, mostNamed),
    ...(more > 0 ? [`${more} other ${more === 1 ? 'part' : 'parts'}`] : []),
    ...(string ? [`${countOf(string)} in the parameter string`] : []),
    ...(base ? [`${countOf(base)} in the base string`] : []),
    ...(places.has('key') ? ['the signing key'] : []),
    ...(signature
      ? [`${signature.end - signature.start} of ${after.signature.length} in the signature`]
      : []),
  ];
  return `Changed: ${all.join(', ')}.`;
}

function figuresOf(marks: Changes, after: SignatureSteps): Figure[] | null {
  const { values, places, string, base, signature } = marks;
  const [only] = values;
  if (!only || places.size > 1 || !string || !base || !signature) return null;
  const [at, { typed }] = only;
  const { name = '', value = '' } = after.parameters[at] ?? {};
  return [
    { count: charactersIn(typed, value), where: name },
    { count: countOf(string), where: 'parameter string' },
    { count: countOf(base), where: 'base string' },
    { count: `${signature.end - signature.start} of ${after.signature.length}`, where: 'signature' },
  ];
}

/** What Undo brings back, as a sentence; `edited` is the signature that it takes away. */
export function undoneWords({ values, gone, places }: EditMarks, edited: SignatureSteps): string {
  const named = (isIt: (was: string | null) => boolean): string[] =>
    [...values].flatMap(([at, { was }]) => (isIt(was) ? [edited.parameters[at]?.name ?? ''] : []));
  const old = named((was) => was !== null);
  const added = named((was) => was === null);
  const of = (names: readonly string[], one: string, several: string): string[] =>
    names.length === 0 ? [] : [`${names.join(', ')} ${names.length === 1 ? one : several}`];
  const all = [
    ...of(old, 'has its old value again', 'have their old values again'),
    ...of(added, 'is removed again', 'are removed again'),
    ...of(gone, 'is back', 'are back'),
    ...(places.has('method') ? ['the method is as before'] : []),
    ...(places.has('address') ? ['the address is as before'] : []),
    ...(places.has('key') ? ['the signing key is as before'] : []),
  ];
  return `Undone: ${all.join('; ')}.`;
}

/** In characters, not in units of UTF-16: an emoji is one. */
const lengthOf = (text: string): number => Array.from(text).length;
const countIn = ({ start, end }: TextChange, text: string): number => lengthOf(text.slice(start, end));

/** How many characters of a value changed, with the noun. */
export function charactersIn(change: TextChange, text: string): string {
  const now = countIn(change, text);
  const count = now || lengthOf(change.was);
  return `${count} ${count === 1 ? 'character' : 'characters'}${now === 0 && count > 0 ? ' fewer' : ''}`;
}

/** The same for a string, without the noun. */
export const countOf = ({ start, end, was }: TextChange): string =>
  end > start ? `${end - start}` : `${was.length} fewer`;
