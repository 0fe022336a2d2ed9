/** The part of the platform that a page shows. Plain data. */
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
  /** The base URL of the Advertiser API. */
  readonly adsBaseUrl: string;
  readonly seed: string;
  readonly world: World;
  readonly clock: ClockState;
  /** The jump of the clock in progress; null if there is none that takes longer than a moment. */
  readonly jump: JumpState | null;
  readonly storage: StorageState;
  /** What is still being read; null when everything is loaded. */
  readonly loading: LoadingState | null;
  /** The last replacement of the whole world, while it can be undone; null otherwise. */
  readonly canUndo: Replacer | null;
}

export type Replacer = 'reset' | 'import';

/** The result of asking for a replacement of the whole world. */
export type Replaced =
  | { readonly kind: 'replaced'; readonly canUndo: boolean }
  /**
   * Nothing was changed: there is not enough room, in bytes, beside the present world. It can be requested without
   * undo; then the present world is deleted first.
   */
  | { readonly kind: 'noRoom'; readonly needed: number; readonly free: number }
  /**
   * Nothing was changed: the present world is not stored, and has more than `most` rows, too many to keep in memory
   * beside the new one. It can be requested without undo.
   */
  | { readonly kind: 'tooLarge'; readonly most: number }
  /** Nothing was changed, because `cancelReplacement` came in time. */
  | { readonly kind: 'cancelled' };

/** What the frame of the page shows. Sent again as a whole when any part changes. */
export interface World {
  readonly projects: readonly ProjectView[];
  readonly apps: readonly AppView[];
  readonly users: readonly UserView[];
  readonly vault: readonly Credential[];
  readonly notices: readonly Notice[];
  readonly abuseEnabled: boolean;
}

/** The result of asking to undo a jump of the clock, a reset or an import. */
export type Undone =
  | { readonly kind: 'undone' }
  /** What was done since would be lost: this many calls that changed something, and changes by hand. */
  | { readonly kind: 'asks'; readonly calls: number; readonly changes: number }
  /** The same, but the tab that counted what was done since has closed. */
  | { readonly kind: 'asksUncounted' }
  /** The earlier state is no longer known: another tab runs the engine now, or everything was replaced. */
  | { readonly kind: 'gone' }
  /** More has changed since than can be undone. */
  | { readonly kind: 'tooMuch' };

/** `platformNow` was read when `Date.now()` was `realNow`: the page continues counting by itself. */
export interface ClockState {
  readonly platformNow: number;
  readonly realNow: number;
  readonly frozen: boolean;
  /** The length of the last jump in ms, while it can be undone. */
  readonly jumped: number | null;
  /** Why the last jump cannot be undone: more has changed since than can be undone. */
  readonly cannotUndo?: 'tooMuch';
}

/** A jump of the clock that takes longer than a moment; epoch ms of the platform. */
export interface JumpState {
  readonly from: number;
  /** The moment that it leads to. */
  readonly until: number;
  /** The moment at which it had made as many calls to the outside as it may; null until then. */
  readonly callsUntil: number | null;
  /** The moment that it has reached. */
  readonly clock: ClockState;
  /** null while it is under way. `stopped`: by a person, or because its changes could not be kept. */
  readonly end: 'made' | 'stopped' | null;
}

/** The time of the clock after a jump. */
export interface Jumped extends ClockState {
  /** Whether it was stopped before its end. */
  readonly stopped: boolean;
}

export interface StorageState {
  /**
   * `saved`: in IndexedDB. `memory`: only in this tab. `newer`: a later release's data is stored, and was not
   * touched. `held`: there is no engine, because it waits for IndexedDB. `served`: a local server has it, and keeps it or not.
   */
  readonly kind: 'saved' | 'memory' | 'newer' | 'held' | 'served';
  /** Why it is not `saved`, as a sentence for the status line. */
  readonly reason: string | null;
  /** There was no room. `saveAgain` may find some. */
  readonly isFull?: true;
  /** Which tab runs the engine. */
  readonly engine: 'this tab' | 'another tab';
}

/** Rows that are read after the start. Calls that do not need them are answered meanwhile; the others wait. */
export interface LoadingState {
  /** The names of their tables. */
  readonly tables: readonly string[];
  /** The number of rows read so far. */
  readonly rows: number;
  /** The share that has been read, from 0 to 1. */
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
  kind: oneOf('saved', 'memory', 'newer', 'held'), // `served` is heard of in no other way than from the server
  reason: nullable(text),
  isFull: optional(oneOf(true)),
  engine: oneOf('this tab', 'another tab'),
});
