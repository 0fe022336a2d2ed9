/** What the page is told of exports and imports, and an export as one object. Plain data. */
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
  /** Keys and tokens that the vault keeps. */
  readonly credentials: number;
  readonly seed: string;
  /** Of the platform's clock, in epoch ms. */
  readonly now: number;
  readonly frozen: boolean;
}

/** What is in a file, and what it would take the place of. */
export interface Inspected {
  readonly file: Contents;
  /** Files of feeds that come with it. */
  readonly feedFiles: readonly { readonly name: string; readonly bytes: number }[];
  readonly replaced: Contents;
  /** Whether it is a scenario file, which no release wrote. */
  readonly isScenario: boolean;
  /** Schema version of the file. */
  readonly version: number;
  /** That of this release. */
  readonly currentVersion: number;
  /** The release that wrote it; null where the file does not say so. */
  readonly release: string | null;
  /** When, in epoch ms of the real clock; null where the file does not say so. */
  readonly exported: number | null;
}

/** The files of feeds that found no room, and why. */
export type FilesRefused = readonly { readonly name: string; readonly reason: string }[];

/** What came of an import. */
export type Imported =
  | (Extract<Replaced, { kind: 'replaced' }> & { readonly filesRefused: FilesRefused })
  | Extract<Replaced, { kind: 'noRoom' | 'tooLarge' | 'cancelled' }>;

/** How large an export will be, in bytes before it is packed; about so large where there is much. */
export interface ExportSize {
  readonly bytes: number;
  /** In catalogs. */
  readonly products: number;
  /** Files of feeds, which are not in `bytes`. */
  readonly files: number;
  /** What they come to in an export. */
  readonly fileBytes: number;
}

export interface ExportOptions {
  /** Of the page's making: events with it are about this export. */
  readonly token: string;
  /** With gzip. */
  readonly packed: boolean;
  /** Whether the files of feeds come with it. */
  readonly files: boolean;
}

/** What comes before the bytes of an export. */
export interface ExportHead extends ExportSize {
  readonly form: Form;
  readonly packed: boolean;
}

export type Form = 'object' | 'lines';

export interface Signed {
  /** The release that wrote it. */
  readonly release?: string;
  /** When, by the real clock, as ISO 8601. */
  readonly exported?: string;
}

/** A snapshot as it leaves. Files of before July 2026 have the snapshot alone. */
export interface Exported extends Snapshot, Signed {
  /** What the page keeps of the credentials that are in force. */
  readonly vault?: readonly Credential[];
}
