/** What a page asks of the log as a list, and what it is told. */
import type { FilterProblem } from '../../checked/filter-words.ts';
import type { Again } from '../../http/messages.ts';
import type { Exchange } from '../exchange.ts';
import type { Cause } from './cause.ts';
import type { FilterField } from './fields.ts';

export interface FoundExchanges {
  /** In the language of `language.ts`; empty for all. */
  readonly filter: string;
  /** The sequences that `is:pinned` means. */
  readonly pinned: readonly number[];
  /** The first row that is wanted, from 0, and how many. */
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
  /** null for no response. */
  readonly status: number | null;
  readonly cause: Cause | null;
  /** The window that has least left; null for a call that counted against none. */
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
  /** Where nothing matches: the term that keeps most away, and how many match without it. */
  readonly narrowest: { readonly at: number; readonly end: number; readonly without: number } | null;
}

export type FilteredExchanges = ExchangeRows | FilterProblem;

/** How often calls were refused for one cause. */
export interface RefusalCount {
  readonly problem: string;
  readonly reason: Cause['reason'];
  /** What the platform says of it on the wire; null for a call without a response. */
  readonly message: string | null;
  readonly code: number | null;
  readonly count: number;
  /** What exactly was wrong with the last of them. */
  readonly last: string;
}

/** A value that exchanges have, and how many of them. */
export type Counted = readonly (readonly [value: string, count: number])[];

/** What the log has, as figures. */
export interface LogContents {
  readonly total: number;
  readonly in: number;
  readonly out: number;
  /** How many it keeps at most. */
  readonly size: number;
  readonly bytes: number;
  readonly mostBytes: number;
  /** The most frequent first. */
  readonly refusals: readonly RefusalCount[];
  /** The words of the filter. */
  readonly fields: Readonly<Record<string, FilterField>>;
  /** By words of the filter; the most frequent first. Of users and Apps: their ids. */
  readonly values: Readonly<Record<'status' | 'op' | 'method' | 'user' | 'app', Counted>>;
}
