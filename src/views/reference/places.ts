import type { Manual, RefusalNote } from '#manual';
import type { FamilyOutline } from '#reference';

/** The families before and after this one; null at the ends. */
export function neighbours(families: readonly FamilyOutline[], id: string) {
  const at = families.findIndex((each) => each.id === id);
  return { before: families[at - 1] ?? null, after: families[at + 1] ?? null };
}

/** The anchor in the document that a link leads to. A code leads to the first refusal that has it. */
export function anchorOf(
  manual: Manual,
  notes: Readonly<Record<string, RefusalNote>>,
  [, part, what]: readonly string[],
): string {
  if (part === undefined) return manual.id;
  if (what === undefined) return `${manual.id}/${/^\d/.test(part) ? 'answer' : part}`;
  const named = manual.refusals.find(({ name }) => String(notes[name]?.code) === what);
  return `${manual.id}/${part}/${part === 'refusals' && named ? named.name : what}`;
}
