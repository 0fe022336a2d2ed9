/** How a file is read, and the result. */
import type { LoadedSnapshot } from '../../../engine/inside.ts';
import type { CameFile } from './files.ts';
import type { FileLimits } from './limits.ts';

export interface Reading {
  /** Gives others a turn, and rejects when the reading was cancelled. */
  readonly rest: () => Promise<void>;
  /** Called with the number of bytes read so far. */
  readonly read: (bytes: number) => void;
  readonly limits?: FileLimits;
}

/** The contents of a file. Everything except the rows is unchecked. */
export interface ReadFile {
  readonly loaded: LoadedSnapshot;
  /** Their number of bytes before compression; 0 if unknown. */
  readonly bytes: number;
  /** The version of its schema. */
  readonly version: number;
  readonly release: unknown;
  readonly exported: unknown;
  /** undefined if the file has none. */
  readonly vault: unknown;
  readonly lessons: unknown;
  /** Whether a person wrote it: it then has no release and no time. */
  readonly isScenario?: boolean;
  /** The files of feeds. */
  readonly files: readonly CameFile[];
}
