/** What a playground holds, in figures: what a person is told before one takes the place of another. */
import type { Credential, Platform } from '../../engine/index.ts';

export interface Contents {
  readonly projects: number;
  readonly apps: number;
  readonly users: number;
  readonly posts: number;
  /** Events of Direct Message conversations. */
  readonly messages: number;
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

export function contentsOf(platform: Platform, vault: readonly Credential[]): Contents {
  const { tables } = platform.snapshot();
  const rows = (table: string) => tables[table]?.length ?? 0;
  return {
    projects: rows('projects'),
    apps: rows('apps'),
    users: rows('users'),
    posts: rows('posts'),
    messages: rows('dm_events'),
    calls: rows('exchanges'),
    credentials: vault.length,
    seed: platform.seed,
    now: platform.clock.now(),
    frozen: platform.clock.frozen,
  };
}
