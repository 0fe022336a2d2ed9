/** The build's description of a release, and the messages between the page and the service worker about it. */

/** A file by its path from the site's folder, '' for index.html; the first 12 bytes of its SHA-256, in base64; its bytes. */
export type ListedFile = readonly [path: string, digest: string, bytes: number];

/** The files of one release, as the build lists them (scripts/vite/offline.ts). */
export interface ReleaseFiles {
  /** An identifier of these files' contents. */
  readonly version: string;
  /** The files that a copy needs before it can be used. */
  readonly first: readonly ListedFile[];
  /** The editors' large workers, which are kept when the network is idle. */
  readonly later: readonly ListedFile[];
}

/** The state of the offline copy that a service worker manages. */
export interface CopyState {
  readonly version: string;
  /** What is kept, and what is still to come. */
  readonly bytes: number;
  readonly of: number;
  /** When the site started to work without a network, in ms since 1970; null while it does not. */
  readonly since: number | null;
}

/** Messages of the page. `state` has a port for the answer; `keep` keeps missing files; `over` ends the waiting. */
export type ToServiceWorker = 'state' | 'keep' | 'over';

/**
 * Messages on a channel to all tabs. A tab says `removed` to the others. `failed`: why not everything could be kept, a
 * sentence.
 */
export type FromServiceWorker = CopyState | { readonly failed: string } | 'removed';

/** By the path of the site's folder: playgrounds of one origin have different paths, without spaces. */
export const channelOf = (folder: string): string => `svc-playground offline ${folder}`;
export const cachesOf = (folder: string): string => `svc-playground ${folder} `;
