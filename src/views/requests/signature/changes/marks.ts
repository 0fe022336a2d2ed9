/**
 * What an edit changed in each step of a signature, from the results of the engine's own signer before and after it.
 */
import type { SignatureSteps, SignedParameter } from '../../../../../worker/api.ts';
import { changeOf, encodedOnce, encodedTwice } from './change.ts';
import type { TextChange } from './change.ts';

export interface EditMarks {
  /** The edited parts: `method`, `address`, `key`, or a parameter. */
  readonly places: ReadonlySet<string>;
  /** By their index among the parameters. */
  readonly values: ReadonlyMap<number, TextChange>;
  /** The encoded names of removed parameters. */
  readonly gone: readonly string[];
  readonly base: TextChange | null;
  /** Which half of the signing key changed. */
  readonly key: readonly [boolean, boolean];
  readonly signature: TextChange | null;
  /** All changes in a sentence. */
  readonly words: string;
}

/** null if no signed part changed. */
export function marksOf(before: SignatureSteps, after: SignatureSteps): EditMarks | null {
  const old = named(before.parameters);
  const now = named(after.parameters);
  const values = new Map<number, TextChange>();
  for (const [name, { value, at }] of now) {
    const change = changeOf(old.get(name)?.value ?? '', value, encodedOnce);
    if (change) values.set(at, change);
    else if (!old.has(name)) values.set(at, { start: 0, end: 0, was: '' });
  }
  const gone = [...old].filter(([name]) => !now.has(name));
  const key = keyChanges(before.signingKey, after.signingKey);
  const places = new Set([
    ...[...now].filter(([, { at }]) => values.has(at)).map(([name]) => name),
    ...gone.map(([name]) => name),
    ...(before.method === after.method ? [] : ['method']),
    ...(before.baseUri === after.baseUri ? [] : ['address']),
    ...(key.includes(true) ? ['key'] : []),
  ]);
  if (places.size === 0) return null;
  const marks = {
    places,
    values,
    gone: gone.map(([, { encodedName }]) => encodedName),
    base: changeOf(before.baseString, after.baseString, encodedTwice),
    key,
    signature: changeOf(before.signature, after.signature, encodedOnce),
  };
  return { ...marks, words: wordsOf(marks, after) };
}

interface Value {
  readonly encodedName: string;
  readonly value: string;
  readonly at: number;
}

/** By place and name; of several with the same name, the first is compared with the first. */
function named(parameters: readonly SignedParameter[]): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (const [at, { from, encodedName, encodedValue }] of parameters.entries()) {
    let count = 1;
    const nameOf = () => `${from} ${encodedName} ${count}`;
    while (found.has(nameOf())) count++;
    found.set(nameOf(), { encodedName, value: encodedValue, at });
  }
  return found;
}

/** Both halves are percent-encoded, so exactly one `&` separates them (RFC 5849 3.4.2). */
function keyChanges(before: string, after: string): readonly [boolean, boolean] {
  const [consumer, token] = before.split('&');
  const [consumerNow, tokenNow] = after.split('&');
  return [consumer !== consumerNow, token !== tokenNow];
}

const mostNamed = 2;

function wordsOf(marks: Omit<EditMarks, 'words'>, after: SignatureSteps): string {
  const { values, gone, places, base, signature } = marks;
  const edited = [
    ...[...values].map(([at, change]) => `${countOf(change)} in ${after.parameters[at]?.encodedName ?? ''}`),
    ...gone.map((name) => `${name} removed`),
    ...(places.has('method') ? ['the method'] : []),
    ...(places.has('address') ? ['the address'] : []),
  ];
  const more = edited.length - mostNamed;
  const all = [
    ...edited.slice(0, mostNamed),
    ...(more > 0 ? [`${more} other ${more === 1 ? 'part' : 'parts'}`] : []),
    ...(base ? [`${base.end - base.start} in the base string`] : []),
    ...(places.has('key') ? ['the signing key'] : []),
    ...(signature
      ? [`${signature.end - signature.start} of ${after.signature.length} in the signature`]
      : []),
  ];
  return `Changed: ${all.join(', ')}.`;
}

function countOf({ start, end, was }: TextChange): string {
  const count = end - start;
  if (count === 0 && was !== '') return `${was.length} fewer`;
  return `${count} ${count === 1 ? 'character' : 'characters'}`;
}
