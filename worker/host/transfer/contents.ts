/** What a playground holds, in figures: what a person is told before one takes the place of another. */
import type { Credential, LoadedSnapshot, Platform } from '../../../engine/inside.ts';
import type { Replaced } from '../../world.ts';

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
  | Extract<Replaced, { kind: 'noRoom' }>;

/** What is counted in. */
interface Counted {
  readonly seed: string;
  readonly now: number;
  readonly frozen: boolean;
  readonly count: (table: Parameters<LoadedSnapshot['count']>[0]) => number;
}

export function ofPlatform(platform: Platform): Counted {
  const counts = new Map<string, number>();
  for (const { table, rows } of platform.blocks().blocks)
    counts.set(table, (counts.get(table) ?? 0) + rows.length);
  const { clock, seed } = platform;
  return { seed, now: clock.now(), frozen: clock.frozen, count: (table) => counts.get(table) ?? 0 };
}

export const ofLoaded = (loaded: LoadedSnapshot, real: number): Counted => ({
  seed: loaded.platform.seed,
  now: loaded.now(real),
  frozen: loaded.platform.clock.mode === 'frozen',
  count: (table) => loaded.count(table),
});

export const contentsOf = (
  { seed, now, frozen, count }: Counted,
  vault: readonly Credential[],
): Contents => ({
  projects: count('projects'),
  apps: count('apps'),
  users: count('users'),
  posts: count('posts'),
  messages: count('dm_events'),
  products: count('products'),
  calls: count('exchanges'),
  credentials: vault.length,
  seed,
  now,
  frozen,
});
