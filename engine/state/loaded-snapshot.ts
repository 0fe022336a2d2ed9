/** A snapshot whose rows have been read and checked: a platform can continue from it without reading it again. */
import { latestMoment, readClock } from './clock.ts';
import { hasIds } from './ids.ts';
import type { HighestId } from './store/load.ts';
import { compareKeys } from './store/order.ts';
import { SnapshotInvalid } from './store/snapshot.ts';
import type { Store } from './store/store.ts';
import type { Row } from './store/table.ts';
import type { tables } from './tables/index.ts';
import type { PlatformRow } from './tables/platform.ts';

type Name = keyof typeof tables;

export class LoadedSnapshot {
  readonly platform: PlatformRow;
  /** For one platform only: it changes these rows. */
  readonly store: Store<typeof tables>;

  /** `highest`: the highest id of a numbered row. Throws `SnapshotInvalid` for a state that no platform can have had. */
  constructor(store: Store<typeof tables>, highest: HighestId | null) {
    this.platform = platformOf(store, highest);
    this.store = store;
  }

  count(table: Name): number {
    return this.store.tables[table].size;
  }

  row(table: Name, key: string): Row | undefined {
    return this.store.peekRow(table, key);
  }

  /** The moment that its clock shows, in epoch ms. */
  now(real: number): number {
    return Math.min(readClock(this.platform.clock, real), latestMoment);
  }
}

function platformOf(store: Store<typeof tables>, highest: HighestId | null): PlatformRow {
  const platform = store.peek('platform', 'platform');
  if (!platform) throw new SnapshotInvalid('platform', null, null, 'has no row');
  if (highest && compareKeys(highest.key, platform.last_id) > 0)
    throw new SnapshotInvalid(highest.table, highest.key, 'id', 'is higher than any that was given');
  // A running clock stops at the end by itself.
  if (platform.clock.mode === 'frozen' && !hasIds(platform.clock.at))
    throw new SnapshotInvalid('platform', platform.id, 'clock', 'shows a moment after 2079, where time ends');
  return platform;
}
