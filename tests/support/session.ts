import { families } from '../../engine/index.ts';
import { schemaVersion } from '../../engine/state/migrations/migrate.ts';
import { details, outlines } from '#reference';
import { Reference } from '../../src/state/reference.svelte.ts';
import { PageSession } from '../../src/state/session.svelte.ts';
import { Host } from '../../worker/host.ts';
import { Storage } from '../../worker/persistence/storage.ts';

/** A page's session over the real platform, in memory: there is no IndexedDB here. Every endpoint is described. */
export async function openSession(): Promise<PageSession> {
  const nothing = () => undefined;
  const options = { name: 'test', shape: {}, schemaVersion, changed: nothing, fenced: nothing };
  const host = new Host(await Storage.open(options), nothing);
  const reference = new Reference(outlines, (family) => details[family]!());
  await Promise.all(families.map(({ routes }) => reference.load(routes[0]!.id)));
  return new PageSession(Object.assign(host, { subscribe: () => nothing }), await host.greet(), reference);
}
