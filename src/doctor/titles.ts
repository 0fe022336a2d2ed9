import type { Diagnosis } from '../../worker/api.ts';

interface Titled {
  readonly title: string;
}

/** Titles that begin with a name keep its capital letter: HMAC, SHA-1, URI, Base64, Unicode. */
const isName = (title: string): boolean => /^(?:[A-Z][^ a-z]|Base64|Unicode)/.test(title);

/** The titles of mistakes that were made together, as one: "Space encoded as +, and key not encoded". */
export const titlesOf = (mistakes: readonly Titled[]): string =>
  mistakes
    .map(({ title }, at) =>
      at === 0 || isName(title) ? title : title.charAt(0).toLowerCase() + title.slice(1),
    )
    .join(', and ');

export const levelOf = {
  correct: 'ok',
  explained: 'err',
  'not-a-signature-problem': 'err',
  unknown: 'warn',
  uncomputed: 'note',
} as const satisfies Readonly<Record<Diagnosis['verdict'], string>>;

/** A diagnosis in a few words. */
export function titleOf({ verdict, explanations, method }: Diagnosis): string {
  if (verdict === 'correct') return 'The signature is correct';
  if (verdict === 'unknown') return 'No known mistake explains it';
  if (verdict === 'uncomputed') return `${method} is not computed here`;
  return titlesOf(explanations[0]?.mistakes ?? []);
}
