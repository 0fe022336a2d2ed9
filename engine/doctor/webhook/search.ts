/** Which mistakes before the digest (none, one or two) lead to a written digest. */
import { characters, same } from '../bytes.ts';
import { digests } from './digests.ts';
import type { Made } from './mistake.ts';
import type { Candidates } from './candidates.ts';
import { lossy } from './encodings.ts';

/** A digest that may be behind the received value. */
export interface WrittenDigest {
  readonly bytes: Uint8Array;
  /** Mistakes after the digest. */
  readonly made: readonly Made[];
}

/** A text that may be the remains of a digest. */
export interface Remnant {
  readonly text: string;
  readonly made: readonly Made[];
}

/** A way from key and message to the received value, with as few mistakes before the digest as possible. */
export interface Derivation {
  /** The mistakes after the digest, from the target or the remnant. */
  readonly behind: readonly Made[];
  readonly before: readonly Made[];
}

export interface Asked {
  readonly keys: Candidates;
  readonly messages: Candidates;
  readonly targets: readonly WrittenDigest[];
  readonly remnants: readonly Remnant[];
  /** Longest message, in bytes, for which two mistakes before the digest are tried together. */
  readonly longest: number;
}

export interface SearchResult {
  readonly hits: readonly Derivation[];
  /** The largest number of mistakes before the digest that were tried together. */
  readonly atMost: 1 | 2;
}

const ofSize = ({ bySize }: Candidates, size: number) => bySize[size] ?? [];

/** The first two bytes as one number, by which most digests already differ. */
const startOf = (bytes: Uint8Array): number => (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);

export function search({ keys, messages, targets, remnants, longest }: Asked): SearchResult {
  const lengths = new Set(targets.map(({ bytes }) => bytes.length));
  const wanted = new Map<string, WrittenDigest[]>();
  for (const target of targets) {
    const key = characters(target.bytes);
    wanted.set(key, [...(wanted.get(key) ?? []), target]);
  }
  const firsts = new Set(targets.map(({ bytes }) => startOf(bytes)));
  const [right] = ofSize(messages, 0);
  const atMost = right && right.bytes.length > longest ? 1 : 2;
  for (let size = 0; size <= atMost; size++) {
    const hits: Derivation[] = [];
    const visit = (digest: Uint8Array, before: () => readonly (readonly Made[])[]): void => {
      if (firsts.has(startOf(digest)))
        for (const { bytes, made } of wanted.get(characters(digest)) ?? [])
          if (same(bytes, digest)) hits.push(...before().map((each) => ({ behind: made, before: each })));
      if (size < 2)
        for (const { text, made } of remnants)
          for (const { write, ...written } of lossy)
            if (write(digest) === text)
              hits.push(...before().map((each) => ({ behind: made, before: [written, ...each] })));
    };
    for (let ofKey = 0; ofKey <= size; ofKey++)
      for (const key of ofSize(keys, ofKey))
        for (const { made, length, under } of digests) {
          const ofMessage = size - ofKey - (made ? 1 : 0);
          if (ofMessage < 0) continue;
          if (!lengths.has(length) && (size === 2 || remnants.length === 0)) continue;
          const compute = under(key.bytes);
          for (const message of ofSize(messages, ofMessage))
            visit(compute(message.bytes), () =>
              message.made.flatMap((ofIt) =>
                key.made.map((ofKeyMade) => [...(made ? [made] : []), ...ofIt, ...ofKeyMade]),
              ),
            );
        }
    if (hits.length > 0) return { hits, atMost };
  }
  return { hits: [], atMost };
}
