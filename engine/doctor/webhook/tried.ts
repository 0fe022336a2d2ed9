/** The list of mistakes that were tried on a value. */
import type { Known, Made } from './mistake.ts';
import { digests } from './digests.ts';
import { prefixMistakes, rewritings } from './prefixes.ts';
import { stages } from './explain.ts';
import type { Tried, TriedOutcome } from './types.ts';
import type { Candidates, Form, Origin } from './candidates.ts';
import { encodingMistakes } from './encodings.ts';
import { unsignedMistakes } from './unsigned.ts';

interface Tries {
  readonly keys: Candidates;
  readonly messages: Candidates;
  readonly origins: readonly Origin[];
  readonly forms: readonly Form[];
}

/** Each known mistake once, from the written value back to its key. `gave` are the mistakes that gave the value. */
export function triedOf({ keys, messages, origins, forms }: Tries, gave: readonly Made[]): Tried[] {
  const giving = new Set(gave.map(({ known }) => known.id));
  const before = [...origins, ...forms].map(({ known }) => known);
  const made = [
    ...rewritings.map(({ known }) => known),
    ...prefixMistakes,
    ...encodingMistakes,
    ...unsignedMistakes,
  ];
  const all = [
    ...gave.map(({ known }) => known),
    ...made,
    ...digests.flatMap((each) => (each.made ? [each.made.known] : [])),
    ...before,
  ];
  const outcome = (known: Known): TriedOutcome => {
    if (giving.has(known.id)) return 'gives';
    if (!before.includes(known)) return 'differs';
    const { triable, effective } = known.stage === 'key' ? keys : messages;
    return !triable.has(known) ? 'unknown' : effective.has(known) ? 'differs' : 'same';
  };
  const byId = new Map(all.map((known) => [known.id, known]));
  return [...byId.values()]
    .toSorted((one, other) => stages.indexOf(one.stage) - stages.indexOf(other.stage))
    .map((known) => ({ id: known.id, stage: known.stage, title: known.title, outcome: outcome(known) }));
}
