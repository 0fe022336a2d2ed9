/** What a query asks for (choice: search). */

export type Query =
  | { readonly kind: 'and' | 'or'; readonly of: readonly Query[] }
  | { readonly kind: 'not'; readonly of: Query }
  | Condition;

export type Condition =
  /** Adjacent words; often only one. */
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** A username or user id until the query is bound, then an id; empty for an unknown user. */
  | { readonly kind: 'from' | 'to'; readonly user: string }
  /** A username in lower case. */
  | { readonly kind: 'mention'; readonly username: string }
  /** Folded, without the #. */
  | { readonly kind: 'tag'; readonly tag: string }
  | { readonly kind: 'has'; readonly what: Has }
  | { readonly kind: 'is'; readonly what: Is }
  | { readonly kind: 'lang'; readonly lang: string }
  | { readonly kind: 'conversation'; readonly id: string };

export const hasKinds = ['links', 'mentions', 'hashtags'] as const;
export type Has = (typeof hasKinds)[number];

export const isKinds = ['reply', 'repost', 'quote'] as const;
export type Is = (typeof isKinds)[number];

/** Why a text is not a query, and where: characters counted from 1. */
export interface QueryFlaw {
  readonly position: number;
  readonly says: string;
}

/**
 * The first alternative with nothing to look for; null if every alternative has something. Negations, `has:`, `is:`
 * and `lang:` only narrow what something else finds (choice: search-anchor).
 */
export function unanchored(query: Query): Query | null {
  switch (query.kind) {
    case 'and':
      return query.of.some((each) => !unanchored(each)) ? null : query;
    case 'or':
      return query.of.map(unanchored).find((each) => each !== null) ?? null;
    case 'not':
    case 'has':
    case 'is':
    case 'lang':
      return query;
    default:
      return null;
  }
}

/** A word that every text which matches contains; null if there is none. */
export function neededWord(query: Query): string | null {
  if (query.kind === 'words') return query.words[0] ?? null;
  return query.kind === 'and' ? (query.of.map(neededWord).find((word) => word !== null) ?? null) : null;
}

/** The words and phrases that the query looks for, without negated ones. */
export function soughtWords(query: Query): readonly (readonly string[])[] {
  if (query.kind === 'words') return [query.words];
  return query.kind === 'and' || query.kind === 'or' ? query.of.flatMap(soughtWords) : [];
}
