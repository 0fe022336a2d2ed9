/** What the build says of a release, and what the page and the service worker say to each other about it. */

/** A file by its path from the site's folder, '' for index.html; the first 12 bytes of its SHA-256, in base64; its bytes. */
export type ListedFile = readonly [path: string, digest: string, bytes: number];

/** The files of one release, as the build lists them (scripts/vite/offline.ts). */
export interface ReleaseFiles {
  /** The same for the same files. */
  readonly version: string;
  /** What a copy has before it is used. */
  readonly first: readonly ListedFile[];
  /** The large workers of editors: kept when the network is idle. */
  readonly later: readonly ListedFile[];
}

/** Of the offline copy that a service worker looks after. */
export interface CopyState {
  readonly version: string;
  /** What is kept, and what will be. */
  readonly bytes: number;
  readonly of: number;
  /** Since when the site works without a network, in ms since 1970; null while it does not. */
  readonly since: number | null;
}

/** From the page. `state` comes with a port for the answer; `keep` has it keep what is missing; `over` ends its waiting. */
export type ToServiceWorker = 'state' | 'keep' | 'over';

/** On a channel, to all tabs. A tab says `removed` to the others. `failed`: why not all could be kept, a sentence. */
export type FromServiceWorker = CopyState | { readonly failed: string } | 'removed';

/** By the path of the site's folder: playgrounds of one origin lie on different paths, which have no spaces. */
export const channelOf = (folder: string): string => `svc-playground offline ${folder}`;
export const cachesOf = (folder: string): string => `svc-playground ${folder} `;
