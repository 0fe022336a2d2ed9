/** A copy of the platform, which no page works with. */
import { composePlatform, loadOpening } from '../../engine/inside.ts';
import type { Family, Platform, Send } from '../../engine/inside.ts';

/**
 * Its clock starts at `at`, epoch ms, and only moves on command. The tables in `without` start empty. `send` makes its
 * calls to the outside; without it no host answers.
 */
export async function copyOf(
  platform: Pick<Platform, 'snapshot'>,
  families: readonly Family[],
  at: number,
  without: readonly string[],
  send?: Send,
): Promise<Platform> {
  const snapshot = platform.snapshot();
  const tables = {
    ...snapshot.tables,
    ...Object.fromEntries(['exchanges', ...without].map((name) => [name, []])),
    platform: snapshot.tables['platform']!.map((row) => ({ ...row, clock: { mode: 'running', offset: 0 } })),
  };
  const { openSnapshot } = await loadOpening();
  return composePlatform({
    snapshot: openSnapshot({ ...snapshot, tables }),
    families,
    now: () => at,
    logSize: 1,
    ...(send && { send }),
  });
}
