import { families, schemaVersion } from '../../engine/index.ts';
import { PageSession } from '../../src/state/session.svelte.ts';
import type { Playground } from '../../worker/api.ts';
import { clientOf } from '../../worker/client.ts';
import { dispatch } from '../../worker/contract.ts';
import { Host } from '../../worker/host.ts';
import { newId } from '../../worker/ids.ts';
import { Storage } from '../../worker/persistence/storage.ts';

/** The worker's API over the real platform, in memory and without a worker: there is no IndexedDB here. */
export async function openPlayground(): Promise<Playground> {
  const nothing = () => undefined;
  const options = { name: 'test', shape: {}, schemaVersion, changed: nothing, fenced: nothing };
  const host = Host.start(await Storage.open(options), families, nothing);
  return clientOf(
    async (method, args) => ({ value: await dispatch(host, { id: newId(), method, args }) }),
    () => nothing,
  );
}

/** A page's session over it. */
export async function openSession(): Promise<PageSession> {
  const playground = await openPlayground();
  return new PageSession(playground, await playground.greet());
}
