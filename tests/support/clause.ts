import { readFileSync } from 'node:fs';

/** An atomic requirement of the platform's specification. */
export interface Clause {
  readonly id: string;
  readonly section: string;
  readonly text: string;
  readonly kind: string;
  /** How to observe that it holds. */
  readonly test: string;
}

/** Every clause, in the order of the specification. */
export const clauses = JSON.parse(
  readFileSync(new URL('../clauses.json', import.meta.url), 'utf8'),
) as readonly Clause[];

const known = new Set(clauses.map((clause) => clause.id));

/**
 * The title of a test that fails when one of these clauses is broken: `title [4.2-token-post, 3-bearer-issued]`.
 * Throws for an id that the specification lacks. `npm run coverage:spec` reads the ids back from the reports.
 */
export function proves(ids: string | readonly string[], title: string): string {
  const list = typeof ids === 'string' ? [ids] : ids;
  const unknown = list.filter((id) => !known.has(id));
  if (list.length === 0 || unknown.length > 0)
    throw new Error(`No such clause: ${unknown.join(', ') || '(none)'}`);
  return `${title} [${list.join(', ')}]`;
}

/** The ids in the title of a test, anywhere in it: titles of groups may contain them too. */
export function clausesIn(title: string): string[] {
  const groups = [...title.matchAll(/\[([^\][]+)\]/g)].map((match) => (match[1] ?? '').split(', '));
  return [...new Set(groups.filter((ids) => ids.every((id) => known.has(id))).flat())];
}
