/** How a file is read, and what comes of it. */
import type { LoadedSnapshot } from '../../../engine/inside.ts';
import type { CameFile } from './files.ts';
import type { FileLimits } from './limits.ts';

export interface Reading {
  /** Lets others have their turn, and rejects when the reading was cancelled. */
  readonly rest: () => Promise<void>;
  /** Is told how many bytes of the file were read so far. */
  readonly read: (bytes: number) => void;
  readonly limits?: FileLimits;
}

/** What was found in a file. Beside the rows nothing of it has been looked at. */
export interface ReadFile {
  readonly loaded: LoadedSnapshot;
  /** How many there are, unpacked; 0 where nobody counted them. */
  readonly bytes: number;
  /** Of its schema. */
  readonly version: number;
  readonly release: unknown;
  readonly exported: unknown;
  /** undefined where the file has none. */
  readonly vault: unknown;
  /** Whether people wrote it: it has no release and no moment. */
  readonly isScenario?: boolean;
  /** Those of feeds. */
  readonly files: readonly CameFile[];
}
