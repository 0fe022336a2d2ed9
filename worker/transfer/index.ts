/** What export and import need, loaded when one of them is first asked for. */
import { createPlatform, schemaVersion } from '../../engine/index.ts';
import type { Credential, Family, Platform } from '../../engine/index.ts';
import { release } from '../release.ts';
import { contentsOf } from './contents.ts';
import type { Inspected } from './contents.ts';
import { decodeFile } from './state-file.ts';
import type { Exported } from './state-file.ts';
import { inForce } from './vault.ts';

export { decodeFile, encodeFile } from './state-file.ts';

export function exportOf(platform: Platform, vault: readonly Credential[], now: number): Exported {
  const { tables, ...head } = platform.snapshot();
  const exported = new Date(now).toISOString();
  return { ...head, release, exported, vault: inForce(vault, tables), tables };
}

/** What the vault keeps once this platform is the one there is: what came with it, else what was kept before. */
export const vaultFor = (
  platform: Platform,
  { vault }: Exported,
  kept: readonly Credential[],
): readonly Credential[] => inForce(vault ?? kept, platform.snapshot().tables);

/**
 * Continues from a file in a platform that nobody else sees, and counts. Throws `FileRefused`, `SnapshotTooNew`, or
 * `SnapshotInvalid` with the table, row and field that cannot be.
 */
export function inspect(
  file: Uint8Array,
  platform: Platform,
  kept: readonly Credential[],
  families: readonly Family[],
): Inspected {
  const read = decodeFile(file);
  const found = createPlatform({ snapshot: read, families, now: Date.now });
  return {
    file: contentsOf(found, vaultFor(found, read, kept)),
    replaced: contentsOf(platform, kept),
    version: read.version,
    currentVersion: schemaVersion,
    release: wordOf(read.release),
    exported: momentOf(read.exported),
  };
}

const longestWord = 40;

/** What stands beside the snapshot is looked at by nobody else. */
const wordOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[\w.+-]+$/.test(value) && value.length <= longestWord ? value : null;

function momentOf(value: unknown): number | null {
  const moment = typeof value === 'string' && value.length <= longestWord ? Date.parse(value) : Number.NaN;
  return Number.isFinite(moment) ? moment : null;
}
