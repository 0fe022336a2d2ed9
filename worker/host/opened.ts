/** What a platform begins with. */
import { loadOpening } from '../../engine/inside.ts';
import type { ComposeOptions, LateBlocks, PlatformOptions } from '../../engine/inside.ts';

export type Start = Pick<PlatformOptions, 'scenario' | 'snapshot'> & { readonly late?: LateBlocks | null };
export type OpenedStart = Pick<ComposeOptions, 'scenario' | 'snapshot'>;

/** What opens a world that was kept is loaded with the first. */
export async function opened({ scenario, snapshot, late }: Start): Promise<OpenedStart> {
  if (snapshot === undefined) return scenario === undefined ? {} : { scenario };
  return { snapshot: (await loadOpening()).openSnapshot(snapshot, late ?? undefined) };
}
