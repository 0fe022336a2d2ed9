/** A reset or an import that can be undone: what was there before, where no storage holds it, and what was done since. */
import type { Credential, Platform, Snapshot } from '../../engine/inside.ts';
import { Since } from './since.ts';
import type { Replacer } from '../contract/world.ts';

/** Rows of a world that is kept in memory at most: beyond it a replacement that no storage holds cannot be undone. */
export const mostInMemory = 100_000;

/** A world that only this tab holds. Rows are shared with the platform, which replaces and never changes them. */
export interface Former {
  readonly snapshot: Snapshot;
  readonly vault: readonly Credential[];
}

export class BeforeReplacement extends Since {
  constructor(
    readonly by: Replacer,
    /** null where the storage holds it. */
    readonly former: Former | null,
    /** Whether it was noted what was done since: not when another tab ran the engine meanwhile. */
    readonly isCounted = true,
  ) {
    super();
  }
}

/** null for a world that is too large to be held twice. */
export function formerOf(
  platform: Platform,
  vault: readonly Credential[],
  most = mostInMemory,
): Former | null {
  let rows = 0;
  for (const block of platform.blocks().blocks) {
    rows += block.rows.length;
    if (rows > most) return null;
  }
  return { snapshot: platform.snapshot(), vault };
}
