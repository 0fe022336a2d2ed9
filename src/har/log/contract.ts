/** Messages between the page and the worker that keeps an opened HAR file. */
import type { EndpointOutline, Exchange, FilteredExchanges, FoundExchanges } from '../../../worker/api.ts';
import type { HarEntry } from '../read.ts';

/** What endpoints are recognised by. */
export type KnownEndpoint = Pick<EndpointOutline, 'id' | 'method' | 'path' | 'aliases'>;

/** How many entries were changed on reading in one way, or left out for one reason. */
export interface HarCount {
  /** A whole sentence. */
  readonly says: string;
  readonly count: number;
}

export interface HarSummary {
  /** How many entries could be read. */
  readonly read: number;
  readonly unchanged: number;
  /** How many call an endpoint of this platform, on whatever host. */
  readonly ours: number;
  /** The changes, most frequent first. */
  readonly changes: readonly HarCount[];
  /** The reasons for which entries were left out, with the number of the first entry. */
  readonly leftOut: readonly (HarCount & { readonly first: number })[];
  /** The program that wrote the file, if the file says so. */
  readonly writer: string | null;
}

export interface FoundHarEntries extends Pick<FoundExchanges, 'filter' | 'from' | 'count'> {
  /** Only entries that were changed in this way; null for all. */
  readonly change: string | null;
}

export interface OpenedHarEntry {
  /** Its number in the file, from 1, is the sequence. A file has no X-ray and no windows. */
  readonly exchange: Exchange;
  /** The same as the Doctor reads it. */
  readonly entry: HarEntry;
  readonly isSigned: boolean;
}

/** What the worker is asked, and what it answers. */
export interface HarAsked {
  readonly open: readonly [
    asked: { readonly file: Blob; readonly endpoints: readonly KnownEndpoint[] },
    answer: HarSummary | { readonly problem: string },
  ];
  readonly find: readonly [asked: FoundHarEntries, answer: FilteredExchanges];
  /** By the number of the entry, from 1. */
  readonly entry: readonly [asked: number, answer: OpenedHarEntry | null];
}

export type ToHarLog = {
  readonly [K in keyof HarAsked]: { readonly kind: K; readonly asked: HarAsked[K][0] };
}[keyof HarAsked];
