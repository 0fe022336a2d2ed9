import type { AskedCall } from '../../../../call/own-call.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';
import type { Comparison } from '../compare.ts';

/** A list between two of its pages. */
export interface Situation {
  readonly session: PageSession;
  readonly endpointId: string;
  /** Of the call that asks for the list. */
  readonly path: Readonly<Record<string, string>>;
  /** Names of the query parameters that are given. */
  readonly given: ReadonlySet<string>;
  readonly comparison: Comparison;
  /** What the page that was read last shows, as the API does. */
  readonly shown: readonly Readonly<Record<string, unknown>>[];
  /** How often something was done to the list before. */
  readonly turn: number;
}

export interface CommandDone {
  readonly ok: boolean;
  readonly reason?: string;
}

/** What is done to a list: outside the API, by calls of the API, or nothing, with the reason. */
export type Change =
  | { readonly kind: 'commands'; readonly commands: readonly (() => Promise<CommandDone>)[] }
  | { readonly kind: 'calls'; readonly calls: readonly AskedCall[] }
  | { readonly kind: 'none'; readonly because: string };

export const none = (because: string): Change => ({ kind: 'none', because });
export const calls = (calls: readonly AskedCall[], without: string): Change =>
  calls.length > 0 ? { kind: 'calls', calls } : none(without);

/** Entries that are inserted and deleted at once. */
export const inserted = 2;
export const deleted = 3;

/**
 * Entries to delete, the same each time: two that pages have shown and one that is to come, or as many as there are. Only
 * those that `may` be.
 */
export function chosen(
  { entries }: Comparison,
  may: (id: string) => boolean = () => true,
): readonly string[] {
  const there = entries.filter(({ id, went }) => went === null && may(id));
  const shown = there.filter(({ byCursor }) => byCursor.length > 0);
  const coming = there.filter(({ byCursor }) => byCursor.length === 0);
  const picked = [
    shown[Math.floor(shown.length / 4)],
    shown[Math.floor((shown.length * 3) / 4)],
    coming[Math.min(2, coming.length - 1)],
    shown[0],
    shown.at(-1),
  ];
  return [...new Set(picked.flatMap((each) => each?.id ?? []))].slice(0, deleted);
}

/** Whether the list has it now, as far as it was looked at. */
export const isListed = ({ entries }: Comparison, id: string): boolean =>
  entries.some((each) => each.id === id && each.went === null);
