import type { Choice } from '../../worker/api.ts';
import type { AtHand } from './reading.ts';

/**
 * The choices about a section: those of the register, those on which the current call's steps that cite it rest, and
 * the requested one.
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
