/** What a page is shown of the platform. Plain data. */
import type { AppView, Credential, Notice, ProjectView, UserView } from '../../engine/inside.ts';
import {
  flag,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../../engine/declaration/checks.ts';
import type { Check } from '../../engine/declaration/checks.ts';

/** Everything a page needs before its first paint, in one message. */
export interface Greeting {
  readonly baseUrl: string;
  /** Of the Advertiser API. */
  readonly adsBaseUrl: string;
  readonly seed: string;
  readonly world: World;
  readonly clock: ClockState;
  /** The jump of the clock that is under way; null for none that takes longer than a moment. */
  readonly jump: JumpState | null;
  readonly storage: StorageState;
  /** What is still being read; null when everything is there. */
  readonly loading: LoadingState | null;
  /** What took the place of everything last, while that can be undone; null for nothing. */
  readonly canUndo: Replacer | null;
}

export type Replacer = 'reset' | 'import';

/** What came of asking for everything to be replaced. */
export type Replaced =
  | { readonly kind: 'replaced'; readonly canUndo: boolean }
  /**
   * Nothing was changed: beside what is there is no room for it, in bytes. It can be asked for without a way back; what is
   * there is deleted first then.
   */
  | { readonly kind: 'noRoom'; readonly needed: number; readonly free: number }
  /**
   * Nothing was changed: no storage holds what is there, and it has more than `most` rows, which is too much to keep in
   * memory beside what takes its place. It can be asked for without a way back.
   */
  | { readonly kind: 'tooLarge'; readonly most: number }
  /** Nothing was changed: `cancelReplacement` came in time. */
  | { readonly kind: 'cancelled' };

/** What the frame shows; sent again, whole, whenever any of it changes. */
export interface World {
  readonly projects: readonly ProjectView[];
  readonly apps: readonly AppView[];
  readonly users: readonly UserView[];
  readonly vault: readonly Credential[];
  readonly notices: readonly Notice[];
  readonly abuseEnabled: boolean;
}

/** What came of asking for a jump of the clock, a reset or an import to be undone. */
export type Undone =
  | { readonly kind: 'undone' }
  /** What was done since would be lost with it: so many calls that changed something, and changes by hand. */
  | { readonly kind: 'asks'; readonly calls: number; readonly changes: number }
  /** The same, but the tab that counted what was done since has gone. */
  | { readonly kind: 'asksUncounted' }
  /** Nobody knows any more how things were before: another tab runs the engine now, or everything was replaced. */
  | { readonly kind: 'gone' }
  /** More changed since than is remembered. */
  | { readonly kind: 'tooMuch' };

/** `platformNow` was read when `Date.now()` was `realNow`: the page goes on counting by itself. */
export interface ClockState {
  readonly platformNow: number;
  readonly realNow: number;
  readonly frozen: boolean;
  /** By how many ms the last jump went, while it can be undone. */
  readonly jumped: number | null;
  /** Why the last jump cannot be undone: more changed since than is remembered. */
  readonly cannotUndo?: 'tooMuch';
}

/** A jump of the clock that takes longer than a moment; epoch ms of the platform. */
export interface JumpState {
  readonly from: number;
  /** Where it leads. */
  readonly until: number;
  /** Where it was when it had made as many calls to the outside as it may; null until then. */
  readonly callsUntil: number | null;
  /** Where it got to. */
  readonly clock: ClockState;
  /** null while it is under way. `stopped`: somebody did, or what it changed could not be kept. */
  readonly end: 'made' | 'stopped' | null;
}

/** Where the clock stands after a jump. */
export interface Jumped extends ClockState {
  /** Whether it was stopped on its way. */
  readonly stopped: boolean;
}

export interface StorageState {
  /**
   * `saved`: in IndexedDB. `memory`: this tab only. `newer`: a later release's data is there and was left untouched.
   * `held`: there is no engine, it waits for IndexedDB.
   */
  readonly kind: 'saved' | 'memory' | 'newer' | 'held';
  /** Why it is not `saved`, as a sentence for the status line. */
  readonly reason: string | null;
  /** Which tab runs the engine. */
  readonly engine: 'this tab' | 'another tab';
}

/** Rows that are read after the start. Calls that need none of them are answered meanwhile; the others wait. */
export interface LoadingState {
  /** Names of their tables. */
  readonly tables: readonly string[];
  /** How many have been read. */
  readonly rows: number;
  /** How much of all that is, from 0 to 1. */
  readonly share: number;
}

export const isLoadingState: Check<LoadingState> = object<LoadingState>({
  tables: listOf(text),
  rows: number,
  share: number,
});

export const isClockState: Check<ClockState> = object<ClockState>({
  platformNow: number,
  realNow: number,
  frozen: flag,
  jumped: nullable(number),
  cannotUndo: optional(oneOf('tooMuch')),
});

export const isStorageState: Check<StorageState> = object<StorageState>({
  kind: oneOf('saved', 'memory', 'newer', 'held'),
  reason: nullable(text),
  engine: oneOf('this tab', 'another tab'),
});
