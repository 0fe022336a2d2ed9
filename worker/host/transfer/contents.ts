/** The contents of a playground in numbers, shown to a person before one replaces another. */
import type { Contents } from '../../contract/transfer.ts';
import type { Credential, LoadedSnapshot, Platform } from '../../../engine/inside.ts';

/** What is counted. */
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
