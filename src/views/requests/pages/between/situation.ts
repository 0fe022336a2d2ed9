import type { AskedCall } from '../../../../call/own-call.ts';
import type { PageSession } from '../../../../state/session.svelte.ts';
import type { Comparison } from '../compare.ts';

/** A list between two of its pages. */
export interface Situation {
  readonly session: PageSession;
  readonly endpointId: string;
  /** The path parameters of the list's call. */
  readonly path: Readonly<Record<string, string>>;
  /** The names of the query parameters in use. */
  readonly given: ReadonlySet<string>;
  readonly comparison: Comparison;
  /** The entries of the last page, as the API gave them. */
  readonly shown: readonly Readonly<Record<string, unknown>>[];
  /** How many changes were made to the list before. */
  readonly turn: number;
}

export interface CommandDone {
  readonly ok: boolean;
  readonly reason?: string;
}

/** How a list is changed: outside the API, by calls of the API, or not at all, with the reason. */
export type Change =
  | { readonly kind: 'commands'; readonly commands: readonly (() => Promise<CommandDone>)[] }
  | { readonly kind: 'calls'; readonly calls: readonly AskedCall[] }
  | { readonly kind: 'none'; readonly because: string };

export const none = (because: string): Change => ({ kind: 'none', because });
export const calls = (calls: readonly AskedCall[], without: string): Change =>
  calls.length > 0 ? { kind: 'calls', calls } : none(without);

/** How many entries are inserted or deleted at once. */
export const inserted = 2;
export const deleted = 3;

/**
 * The entries to delete, always the same: two that pages have shown and a future one, or as many as there are. Only
 * those that `may` be deleted.
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

/** Whether the list contains it now, as far as it was read. */
export const isListed = ({ entries }: Comparison, id: string): boolean =>
  entries.some((each) => each.id === id && each.went === null);
