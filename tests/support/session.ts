import { schemaVersion } from '../../engine/state/migrations/migrate.ts';
import { PageSession } from '../../src/state/session.svelte.ts';
import { Host } from '../../worker/host.ts';
import { Storage } from '../../worker/persistence/storage.ts';

/** A page's session over the real platform, in memory: there is no IndexedDB here. */
export async function openSession(): Promise<PageSession> {
  const nothing = () => undefined;
  const options = { name: 'test', shape: {}, schemaVersion, changed: nothing, fenced: nothing };
  const host = new Host(await Storage.open(options), nothing);
  return new PageSession(Object.assign(host, { subscribe: () => nothing }), await host.greet());
}
