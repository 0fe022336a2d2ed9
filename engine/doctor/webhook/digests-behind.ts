/** Finds the digests that may be behind a value, with each way to write them. */
import { rewritten, somethingElse, withoutPrefix } from './prefixes.ts';
import type { Made } from './mistake.ts';
import type { Remnant, WrittenDigest } from './search.ts';
import { maybeLossy, writingsOf } from './encodings.ts';
import type { Unsigned } from './unsigned.ts';

export interface Behind {
  readonly targets: readonly WrittenDigest[];
  /** Texts after the prefix that may have been written in an irreversible way. */
  readonly remnants: readonly Remnant[];
  /** Mistakes that are clear without a digest, because something else was sent or turned into text. */
  readonly told: readonly (readonly Made[])[];
}

const mostRewritings = 2;

export function behind(value: string, unsigned: Unsigned): Behind {
  const targets: WrittenDigest[] = [];
  const remnants: Remnant[] = [];
  const told: (readonly Made[])[] = [];
  for (const outside of rewritten(value))
    for (const { text, made: ofPrefix } of withoutPrefix(outside.text))
      for (const inside of rewritten(text)) {
        const made = [...outside.made, ...ofPrefix, ...inside.made];
        if (outside.made.length + inside.made.length > mostRewritings) continue;
        const writings = writingsOf(inside.text);
        targets.push(...writings.map(({ bytes, made: ofIt }) => ({ bytes, made: [...made, ...ofIt] })));
        const other = unsigned.get(inside.text) ?? somethingElse(inside.text);
        if (other) told.push([...made, other]);
        else if (maybeLossy(inside.text)) remnants.push({ text: inside.text, made });
      }
  return { targets, remnants, told };
}
