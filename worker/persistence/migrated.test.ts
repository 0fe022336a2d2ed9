import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createPlatform, schemaVersion, tables } from '../../engine/inside.ts';
import type { Row, Snapshot } from '../../engine/inside.ts';
import { stored, storedVersions } from '../../tests/migrations/stored.ts';
import { inBlocks, whole } from '../../tests/support/snapshot-blocks.ts';
import { startHost } from '../host/host.ts';
import { surroundings } from '../../tests/support/surroundings.ts';
import { Storage } from './storage.ts';

test.each(storedVersions())(
  'the data of a release of version %i is read, migrated and stored',
  async (version) => {
    const open = () =>
      Storage.open({
        name: `svc-playground:/of-${version}/`,
        shape: tables,
        schemaVersion,
        changed: () => {},
        fenced: () => {},
      });
    const before = await open();
    await before.replace({ snapshot: inBlocks(stored(version)), vault: [] });
    await before.close();

    const storage = await open();
    const host = await startHost(surroundings({ storage }));
    expect((await host.greet()).storage).toMatchObject({ kind: 'saved' });
    await host.exchanges(); // answered once the start has written everything
    await storage.flush();
    host.retire();

    const after = await open();
    const found = whole(after.take()!.snapshot);
    expect(found.version).toBe(schemaVersion);
    const migrated = createPlatform({ snapshot: stored(version) }).snapshot();
    for (const table of lasting) expect(byId(found, table), table).toEqual(byId(migrated, table));
    await after.close();
  },
);

/** Tables that no job sweeps, because the clock may have moved meanwhile. */
const lasting = ['users', 'projects', 'apps', 'posts', 'polls', 'follows', 'likes', 'dm_events', 'webhooks'];

const byId = ({ tables }: Snapshot, table: string): Map<unknown, Row> =>
  new Map(tables[table]!.map((row) => [row['id'], row]));
