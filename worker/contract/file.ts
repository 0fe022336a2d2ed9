/** A file of the simulated internet: its metadata. Plain data. */

/** Where files are served (choice: feed-fetch). */
export const filesHost = 'files.northwind.example';
export const addressOf = (name: string): string => `https://${filesHost}/${name}`;

/** The most files, and the most bytes of each (specification 2.6). */
export const mostFiles = 50;
export const mostFileBytes = 8e9;

/** A name appears in an address unencoded. */
const name = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
export const isFileName = (value: string): boolean => name.test(value);

export type Origin =
  | { readonly type: 'given' }
  | { readonly type: 'generated'; readonly seed: string; readonly rows: number }
  | { readonly type: 'imported' };

/** How its host serves it. `after`: the share that is sent before that, from 0 to 1. */
export type Conduct =
  | { readonly type: 'normal' }
  | { readonly type: 'slow'; readonly bytesPerSecond: number }
  | { readonly type: 'stalls'; readonly after: number }
  | { readonly type: 'endsEarly'; readonly after: number };

export interface StoredFile {
  readonly name: string;
  readonly bytes: number;
  /** Epoch ms of the real clock. */
  readonly addedAt: number;
  readonly origin: Origin;
  readonly conduct: Conduct;
}

/** A file with the id of its bytes. A file that replaces another has a new id. */
export interface FileRecord extends StoredFile {
  readonly id: string;
}

/** A file that is being stored. */
export interface ArrivingFile {
  readonly name: string;
  readonly bytes: number;
  /** null when it is unknown. */
  readonly of: number | null;
}

export interface FilesState {
  readonly files: readonly StoredFile[];
  readonly arriving: readonly ArrivingFile[];
  /** `memory`: the files are lost with the tab, and share `mostBytes`. */
  readonly kind: 'saved' | 'memory';
  /** Bytes available for all files, as reported by the browser; null if it does not say. */
  readonly mostBytes: number | null;
}

export interface FileHead {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isWhole: boolean;
}

/** Why a file was refused, as a sentence. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}
