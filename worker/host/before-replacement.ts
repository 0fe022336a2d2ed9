/** A reset or an import that can be undone: the earlier world, if no storage holds it, and what was done since. */
import type { Credential, Platform, Snapshot } from '../../engine/inside.ts';
import { Since } from './since.ts';
import type { Replacer } from '../contract/world.ts';

/** The most rows of a world that is kept in memory. A larger world that no storage holds cannot be brought back. */
export const mostInMemory = 100_000;

/** A world that only this tab holds. Its rows are shared with the platform, which replaces rows and never changes them. */
export interface Former {
  readonly snapshot: Snapshot;
  readonly vault: readonly Credential[];
}

export class BeforeReplacement extends Since {
  constructor(
    readonly by: Replacer,
    /** null if the storage holds it. */
    readonly former: Former | null,
    /** Whether it is known what was done since: not if another tab ran the engine meanwhile. */
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
