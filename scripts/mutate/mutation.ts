/** A small mistake in the product that the tests should notice. */
export interface Mutation {
  readonly id: string;
  /** Relative to the repository. */
  readonly file: string;
  /** Its path in earlier revisions. */
  readonly formerly?: string;
  /** Occurs once in the file. */
  readonly old: string;
  readonly new: string;
  /** What a user or a client would observe. */
  readonly observed: string;
  /** The end-to-end specs that could notice it: paths below tests/e2e. */
  readonly specs?: readonly string[];
}

/** The text of the file with the mistake; null if the old text does not occur exactly once. */
export function mutate(text: string, { old, new: replacement }: Mutation): string | null {
  const at = text.indexOf(old);
  if (at === -1 || text.includes(old, at + 1)) return null;
  return text.slice(0, at) + replacement + text.slice(at + old.length);
}
