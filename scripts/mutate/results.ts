/** The results of mutations: one file per revision, with one line of JSON per mutation. */

export const outcomes = ['types', 'unit', 'e2e', 'survived', 'does-not-apply'] as const;

export interface Result {
  readonly id: string;
  /** The step that found the mutation, or that none did. */
  readonly outcome: (typeof outcomes)[number];
  /** The failed test or the first type error. */
  readonly by?: string;
  /** Tests that failed once but passed when run again, so they did not count. */
  readonly flaky?: readonly string[];
  readonly seconds: number;
  readonly revision: string;
}

/** By id; a later line replaces an earlier one. An unfinished line of a killed run is ignored. */
export function parseResults(text: string): ReadonlyMap<string, Result> {
  const results = new Map<string, Result>();
  for (const line of text.split('\n')) {
    const result = parsed(line);
    if (result) results.set(result.id, result);
  }
  return results;
}

function parsed(line: string): Result | null {
  try {
    return JSON.parse(line) as Result;
  } catch {
    return null;
  }
}

export interface Selection {
  readonly only?: readonly string[];
  readonly again?: readonly string[];
}

/** The ids that a run works on: those without a result, or those requested. */
export function toRun(
  ids: readonly string[],
  done: ReadonlyMap<string, Result>,
  { only = [], again = [] }: Selection,
): readonly string[] {
  const unknown = [...only, ...again].filter((id) => !ids.includes(id));
  if (unknown.length > 0) throw new Error(`No mutation has the id ${unknown.join(', ')}.`);
  const named = [...only, ...again];
  return ids.filter((id) =>
    again.includes(id) ? true : !done.has(id) && (named.length === 0 || only.includes(id)),
  );
}

export const killed = ({ outcome }: Result): boolean =>
  outcome !== 'survived' && outcome !== 'does-not-apply';

/** A line for each mutation with a different outcome in the second file, or with a result in only one file. */
export function compare(
  before: ReadonlyMap<string, Result>,
  after: ReadonlyMap<string, Result>,
): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id) => {
    const [a, b] = [before.get(id), after.get(id)];
    if (a?.outcome === b?.outcome) return [];
    const lost = a && killed(a) && b && !killed(b) ? 'LOST ' : '';
    return [`${lost}${id}: ${told(a)} -> ${told(b)}`];
  });
}

const told = (result: Result | undefined): string =>
  result ? [result.outcome, ...(result.by ? [`(${result.by})`] : [])].join(' ') : 'no result';

/** The number of mutations by outcome. */
export function counts(results: Iterable<Result>): string {
  const all = [...results];
  const parts = outcomes.map(
    (outcome) => `${outcome} ${all.filter((result) => result.outcome === outcome).length}`,
  );
  const seconds = all.reduce((sum, result) => sum + result.seconds, 0);
  return `${all.length} mutations: ${parts.join(', ')}; ${(seconds / Math.max(1, all.length)).toFixed(0)} s each`;
}
