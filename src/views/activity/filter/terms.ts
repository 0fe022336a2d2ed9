/** Adds a term to a filter or removes it, as a person would type it. */

/** The word as a value of the filter language: quoted if it contains a space or a quote. */
export const valueOf = (text: string): string =>
  /[\s"]/.test(text) || text === '' ? `"${text.replaceAll('"', '')}"` : text;

export const has = (filter: string, term: string): boolean => ` ${filter} `.includes(` ${term} `);

export function withTerm(filter: string, term: string): string {
  if (has(filter, term)) return filter;
  return [filter.trim(), term].filter(Boolean).join(' ');
}

export const withoutTerm = (filter: string, term: string): string =>
  ` ${filter} `.replace(` ${term} `, ' ').replaceAll(/\s+/g, ' ').trim();

/** The filter without the text between these positions. */
export const withoutPart = (filter: string, at: number, end: number): string =>
  `${filter.slice(0, at).trimEnd()} ${filter.slice(end).trimStart()}`.trim();
