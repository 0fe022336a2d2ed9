import type { CurlRequest } from '../curl/types.ts';

export type SnippetKind = 'Invoke-RestMethod' | 'fetch' | 'axios' | 'Python requests';

/** One call of a program. `problem` says in a sentence why it could not be read, with its place in the text. */
export type SnippetCall =
  | { readonly call: CurlRequest; readonly notes: readonly string[] }
  | { readonly problem: string; readonly start: number; readonly end: number };

export interface Snippet {
  readonly kind: SnippetKind;
  /** In the order of the text. */
  readonly calls: readonly SnippetCall[];
}

/** The maximum number of calls read from one program. */
export const mostCalls = 50;
