/** Writes into a filter as a person would: adds a term, or takes it out. */

/** The word as a value of the language: quoted where a space or a quote would end it. */
export const valueOf = (text: string): string =>
  /[\s"]/.test(text) || text === '' ? `"${text.replaceAll('"', '')}"` : text;

export const has = (filter: string, term: string): boolean => ` ${filter} `.includes(` ${term} `);

export function withTerm(filter: string, term: string): string {
  if (has(filter, term)) return filter;
  return [filter.trim(), term].filter(Boolean).join(' ');
}

export const withoutTerm = (filter: string, term: string): string =>
  ` ${filter} `.replace(` ${term} `, ' ').replaceAll(/\s+/g, ' ').trim();

/** Without what stands from here up to there. */
export const withoutPart = (filter: string, at: number, end: number): string =>
  `${filter.slice(0, at).trimEnd()} ${filter.slice(end).trimStart()}`.trim();
