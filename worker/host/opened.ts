/** The state with which a platform starts. */
import { loadOpening } from '../../engine/inside.ts';
import type { ComposeOptions, LateBlocks, PlatformOptions } from '../../engine/inside.ts';

/** A new world. */
export type Beginning = Pick<ComposeOptions, 'scenario' | 'seed' | 'clock'>;
export type Start = Beginning & Pick<PlatformOptions, 'snapshot'> & { readonly late?: LateBlocks | null };
export type OpenedStart = Beginning & Pick<ComposeOptions, 'snapshot'>;

/** The code that opens a stored world is loaded with the first one. */
export async function opened({ snapshot, late, ...start }: Start): Promise<OpenedStart> {
  if (snapshot === undefined) return start;
  return { snapshot: (await loadOpening()).openSnapshot(snapshot, late ?? undefined) };
}
