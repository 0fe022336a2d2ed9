/** Messages between the page and the worker that reads HAR files. */
import type { HarEntry } from './read.ts';

/** The signed requests of a file. */
export interface SignedOfHar {
  /** The number of signed requests that are wanted. */
  readonly signed: readonly HarEntry[];
  readonly found: number;
  /** The number of entries read. */
  readonly all: number;
  readonly unreadable: number;
}

export interface ToHarWorker {
  readonly file: Blob;
  readonly most: number;
}
export type FromHarWorker = SignedOfHar | { readonly problem: string };
