import type { PageSession } from '../../src/state/session.svelte.ts';
import { eventually } from './eventually.ts';

/** Imports the platform's own export over itself. Resolves when the session has the new state. */
export async function importAgain(session: PageSession): Promise<void> {
  const before = session.generation;
  await session.playground.importSnapshot(await session.playground.exportSnapshot());
  await eventually(() => {
    if (session.generation === before) throw new Error('The session still has the earlier state.');
  });
}
