import type { CurlRequest } from '../curl/types.ts';

export type SnippetKind = 'Invoke-RestMethod' | 'fetch' | 'axios' | 'Python requests';

/** One call of a program. `problem` is why it is not read, in a sentence, with its place in the text. */
export type SnippetCall =
  | { readonly call: CurlRequest; readonly notes: readonly string[] }
  | { readonly problem: string; readonly start: number; readonly end: number };

export interface Snippet {
  readonly kind: SnippetKind;
  /** In the order of the text. */
  readonly calls: readonly SnippetCall[];
}

/** Calls that are read of one program at most. */
export const mostCalls = 50;
