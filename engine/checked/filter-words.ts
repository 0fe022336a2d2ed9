/** What the filter languages share: words separated by spaces, quoted values, and problems with a position. */

export interface FilterProblem {
  readonly kind: 'problem';
  readonly message: string;
  /** The range in the filter, in UTF-16 code units; the end is not included. */
  readonly at: number;
  readonly end: number;
}

export const problem = (message: string, at: number, end: number): FilterProblem => ({
  kind: 'problem',
  message,
  at,
  end,
});

export interface FilterValue {
  readonly text: string;
  /** A quoted value is never a keyword of the language. */
  readonly isQuoted: boolean;
  readonly end: number;
}

export const isSpace = (text: string, at: number): boolean => /\s/.test(text.charAt(at));

/** The value that begins here: up to a space, or between two quotes. */
export function readValue(filter: string, at: number): FilterValue | FilterProblem {
  if (filter[at] !== '"') {
    let end = at;
    while (end < filter.length && !isSpace(filter, end)) end++;
    return { text: filter.slice(at, end), isQuoted: false, end };
  }
  const close = filter.indexOf('"', at + 1);
  if (close === -1) return problem('the quote is not closed', at, filter.length);
  if (close + 1 < filter.length && !isSpace(filter, close + 1))
    return problem('a space must follow a closing quote', close, close + 2);
  return { text: filter.slice(at + 1, close), isQuoted: true, end: close + 1 };
}

export const longestFilter = 1000;
export const mostTerms = 30;

/** Every term of a filter, in order. `read` parses a term of the language. */
export function readTerms<T extends { readonly end: number }>(
  filter: string,
  readTerm: (filter: string, at: number) => T | FilterProblem,
): readonly T[] | FilterProblem {
  if (filter.length > longestFilter)
    return problem(`a filter has at most ${longestFilter} characters`, longestFilter, filter.length);
  const terms: T[] = [];
  let at = 0;
  for (;;) {
    while (isSpace(filter, at)) at++;
    if (at >= filter.length) return terms;
    const term = readTerm(filter, at);
    if ('kind' in term) return term;
    if (terms.length === mostTerms)
      return problem(`a filter has at most ${mostTerms} parts`, at, filter.length);
    terms.push(term);
    at = term.end;
  }
}
