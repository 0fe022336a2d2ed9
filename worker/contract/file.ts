/** A file of the simulated internet: what is known of it beside its bytes. Plain data. */

/** Where files are served (choice: feed-fetch). */
export const filesHost = 'files.northwind.example';
export const addressOf = (name: string): string => `https://${filesHost}/${name}`;

/** Files at most, and what one of them may have (specification 2.6). */
export const mostFiles = 50;
export const mostFileBytes = 8e9;

/** A name stands in an address as it is. */
const name = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
export const isFileName = (value: string): boolean => name.test(value);

export type Origin =
  | { readonly type: 'given' }
  | { readonly type: 'generated'; readonly seed: string; readonly rows: number }
  | { readonly type: 'imported' };

/** How its host serves it. `after`: the share of it that comes before, from 0 to 1. */
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

/** A file with the id under which its bytes lie: another of the same name has another. */
export interface FileRecord extends StoredFile {
  readonly id: string;
}

/** A file on its way in. */
export interface ArrivingFile {
  readonly name: string;
  readonly bytes: number;
  /** null when nobody knows beforehand. */
  readonly of: number | null;
}

export interface FilesState {
  readonly files: readonly StoredFile[];
  readonly arriving: readonly ArrivingFile[];
  /** `memory`: they are gone with the tab, and have `mostBytes` together. */
  readonly kind: 'saved' | 'memory';
  /** Bytes that all files may have together, as far as the browser says; null when it does not. */
  readonly mostBytes: number | null;
  /** Whether the platform's own data found no room: it goes on in memory until files are deleted. */
  readonly isFull: boolean;
}

export interface FileHead {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly isWhole: boolean;
}

/** Why a file was not taken, as a sentence. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused';
}
