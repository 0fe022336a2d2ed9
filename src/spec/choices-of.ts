import type { Choice } from '../../worker/api.ts';
import type { AtHand } from './reading.ts';

/**
 * What a section leaves to choice: what the register has for it, what the steps of the call at hand rest on that cite it,
 * and the one that was asked for.
 */
export function choicesOf(
  register: readonly Choice[],
  section: string,
  atHand: AtHand | null,
  wanted: string | null,
): readonly Choice[] {
  const citing = (atHand?.steps ?? []).filter(({ sections }) => sections.includes(section));
  const resting = new Set(citing.flatMap(({ choices }) => choices));
  return register.filter((each) => each.section === section || resting.has(each.id) || each.id === wanted);
}

/** The choices that steps rest on, each once, in the order in which they came up, with the sections of those steps. */
export function restingOn(steps: NonNullable<AtHand['steps']>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { sections, choices } of steps)
    for (const id of choices) found.set(id, [...new Set([...(found.get(id) ?? []), ...sections])]);
  return found;
}
