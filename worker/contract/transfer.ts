/** What the page gets about exports and imports, and the form of an export. Plain data. */
import type { Credential, Snapshot } from '../../engine/inside.ts';
import type { Replaced } from './world.ts';

export interface Contents {
  readonly projects: number;
  readonly apps: number;
  readonly users: number;
  readonly posts: number;
  /** Events of Direct Message conversations. */
  readonly messages: number;
  /** In catalogs. */
  readonly products: number;
  /** Calls in the log. */
  readonly calls: number;
  /** Keys and tokens in the vault. */
  readonly credentials: number;
  readonly seed: string;
  /** The platform's clock, in epoch ms. */
  readonly now: number;
  readonly frozen: boolean;
}

/** The contents of a file, and of the world that it would replace. */
export interface Inspected {
  readonly file: Contents;
  /** Files of feeds in it. */
  readonly feedFiles: readonly { readonly name: string; readonly bytes: number }[];
  readonly replaced: Contents;
  /** Whether it is a scenario file, which is not written by a release. */
  readonly isScenario: boolean;
  /** Schema version of the file. */
  readonly version: number;
  /** The schema version of this release. */
  readonly currentVersion: number;
  /** The release that wrote it; null if the file does not say. */
  readonly release: string | null;
  /** When it was written, in epoch ms of the real clock; null if the file does not say. */
  readonly exported: number | null;
  /** Steps of lessons that were done where it was written; of lessons that may be unknown here. */
  readonly lessons: DoneInWords;
}

/** The files of feeds for which there was no room, and why. */
export type FilesRefused = readonly { readonly name: string; readonly reason: string }[];

/** The result of an import. */
export type Imported =
  | (Extract<Replaced, { kind: 'replaced' }> & { readonly filesRefused: FilesRefused })
  | Extract<Replaced, { kind: 'noRoom' | 'tooLarge' | 'cancelled' }>;

/** The size of an export, in bytes before compression; estimated if it is large. */
export interface ExportSize {
  readonly bytes: number;
  /** In catalogs. */
  readonly products: number;
  /** Files of feeds; their bytes are not included in `bytes`. */
  readonly files: number;
  /** Their size in an export. */
  readonly fileBytes: number;
}

export interface ExportOptions {
  /** Made by the page: events with this token are about this export. */
  readonly token: string;
  /** Compressed with gzip. */
  readonly packed: boolean;
  /** Whether the files of feeds are included. */
  readonly files: boolean;
  /** The person's progress in lessons, which only the page knows. */
  readonly lessons?: DoneInWords | undefined;
}

/** A lesson and the numbers of its done steps in each word: `first-call.1.2`. */
export type DoneInWords = readonly string[];

/** Sent before the bytes of an export. */
export interface ExportHead extends ExportSize {
  readonly form: Form;
  readonly packed: boolean;
}

export type Form = 'object' | 'lines';

export interface Signed {
  /** The release that wrote it. */
  readonly release?: string;
  /** When it was written, by the real clock, as ISO 8601. */
  readonly exported?: string;
}

/** A snapshot as exported. Files from before July 2026 have only the snapshot. */
export interface Exported extends Snapshot, Signed {
  /** The credentials in the page's vault that are in force. */
  readonly vault?: readonly Credential[];
  /** Missing if no step of a lesson was done. */
  readonly lessons?: DoneInWords;
}
