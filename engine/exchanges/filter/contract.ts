/** The questions and answers about the log as a list. */
import type { FilterProblem } from '../../checked/filter-words.ts';
import type { Again } from '../../http/messages.ts';
import type { Exchange } from '../exchange.ts';
import type { Cause } from './cause.ts';
import type { FilterField } from './fields.ts';

export interface FoundExchanges {
  /** A filter in the language of `language.ts`; empty for all exchanges. */
  readonly filter: string;
  /** The sequences that match `is:pinned`. */
  readonly pinned: readonly number[];
  /** Only these sequences are listed; all without it. */
  readonly among?: readonly number[];
  /** The index of the first row, from 0. `count` is the number of rows. */
  readonly from: number;
  readonly count: number;
}

/** A row of the list: an exchange without its messages. */
export interface ExchangeGist {
  readonly sequence: number;
  readonly at: number;
  readonly durationMs: number;
  readonly direction: Exchange['direction'];
  readonly endpointId: string | null;
  readonly appId: string | null;
  readonly userId: string | null;
  readonly method: string;
  readonly url: string;
  /** null if there was no response. */
  readonly status: number | null;
  readonly cause: Cause | null;
  /** The window with the fewest calls left; null for a call that counted against none. */
  readonly left: { readonly remaining: number; readonly limit: number } | null;
  readonly again: Again | null;
}

export interface ExchangeRows {
  readonly kind: 'rows';
  readonly from: number;
  /** Newest first. */
  readonly rows: readonly ExchangeGist[];
  readonly total: number;
  readonly matches: number;
  /** If nothing matches: the term without which most exchanges match, and how many they are. */
  readonly narrowest: { readonly at: number; readonly end: number; readonly without: number } | null;
}

export type FilteredExchanges = ExchangeRows | FilterProblem;

/** How often calls were refused for a cause. */
export interface RefusalCount {
  readonly problem: string;
  readonly reason: Cause['reason'];
  /** The message on the wire; null for a call without a response. */
  readonly message: string | null;
  readonly code: number | null;
  readonly count: number;
  /** What exactly was wrong with the latest of them. */
  readonly last: string;
}

/** Values, each with the number of exchanges that have it. */
export type Counted = readonly (readonly [value: string, count: number])[];

/** Statistics of the log. */
export interface LogContents {
  readonly total: number;
  readonly in: number;
  readonly out: number;
  /** The largest number of exchanges that the log keeps. */
  readonly size: number;
  readonly bytes: number;
  readonly mostBytes: number;
  /** Most frequent first. */
  readonly refusals: readonly RefusalCount[];
  /** The words of the filter. */
  readonly fields: Readonly<Record<string, FilterField>>;
  /** By filter word, most frequent first. Users and Apps are given by id. */
  readonly values: Readonly<Record<'status' | 'op' | 'method' | 'user' | 'app', Counted>>;
}
