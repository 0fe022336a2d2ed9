/** What the page and the reader of HAR files say to each other. */
import type { HarEntry } from './read.ts';

/** The signed requests of a file. */
export interface SignedOfHar {
  /** As many of them as were wanted. */
  readonly signed: readonly HarEntry[];
  readonly found: number;
  /** Entries that were read. */
  readonly all: number;
  readonly unreadable: number;
}

export interface ToHarWorker {
  readonly file: Blob;
  readonly most: number;
}
export type FromHarWorker = SignedOfHar | { readonly problem: string };
