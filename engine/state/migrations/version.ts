/** The version of the schema: the only part of migrations that is needed while no old data is read. */
import { isWhole } from '../../checked/is.ts';
import { isObject, SnapshotInvalid } from '../store/snapshot.ts';

/** The version of `state/tables`: 1 plus the number of migrations. */
export const schemaVersion = 13;

/** The data was written by a later release and must not be changed. */
export class SnapshotTooNew extends Error {
  override readonly name = 'SnapshotTooNew';

  constructor(
    readonly found: number,
    readonly supported: number,
  ) {
    super(`The data has schema version ${found}; this release knows versions up to ${supported}`);
  }
}

/** Data from a disk or a file may be anything. Throws `SnapshotInvalid`. */
export function versionOf(snapshot: unknown): number {
  if (!isObject(snapshot) || snapshot['format'] !== 'svc-playground')
    throw new SnapshotInvalid(null, null, null, 'is not a snapshot of svc Playground');
  const { version } = snapshot;
  if (!isWhole(version, 1)) throw new SnapshotInvalid(null, null, 'version', 'is not a schema version');
  return version;
}
