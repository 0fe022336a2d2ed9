import { onTestFinished } from 'vitest';
import { families, schemaVersion } from '../../engine/index.ts';
import { families as told, known, outlines } from '#reference';
import { Reference } from '../../src/state/reference.svelte.ts';
import { PageSession } from '../../src/state/session.svelte.ts';
import type { Playground, PlaygroundEvent } from '../../worker/api.ts';
import { clientOf } from '../../worker/client.ts';
import { dispatch } from '../../worker/contract.ts';
import { Host } from '../../worker/host.ts';
import { newId } from '../../worker/ids.ts';
import { Storage } from '../../worker/persistence/storage.ts';

/** The worker's API over the real platform, in memory and without a worker: there is no IndexedDB here. */
export async function openPlayground(): Promise<Playground> {
  const nothing = () => undefined;
  const options = { name: 'test', shape: {}, schemaVersion, changed: nothing, fenced: nothing };
  const listeners = new Set<(event: PlaygroundEvent) => void>();
  const tell = (event: PlaygroundEvent) => {
    for (const listener of listeners) listener(event);
  };
  const host = Host.start(await Storage.open(options), families, tell, nothing);
  return clientOf(
    async (method, args) => ({ value: await dispatch(host, { id: newId(), method, args }) }),
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  );
}

/** A page's session over it, which follows it until the test is over. Every endpoint is described. */
export async function openSession(): Promise<PageSession> {
  const playground = await openPlayground();
  const reference = await Reference.open({ families: told, known, outlines });
  await reference.list();
  await Promise.all(families.map(({ id }) => reference.loadFamily(id)));
  const session = new PageSession(playground, await playground.greet(), reference);
  onTestFinished(session.follow());
  return session;
}
