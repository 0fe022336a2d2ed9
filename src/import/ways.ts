/** The ways into export and import, whose parts come when they are wanted. */
import type { PageSession } from '../state/session.svelte.ts';

/** Downloads everything; asks before, where that is much. Resolves to whether it asks. */
export async function exportAll(session: PageSession): Promise<boolean> {
  const [{ exportNow, isLarge }, size] = await Promise.all([
    import('./export.ts'),
    session.playground.exportSize(),
  ]);
  const asks = isLarge(size);
  if (asks) session.handover.give('export', size);
  else await exportNow(session);
  return asks;
}

/** Lets the person choose a file, which is then looked into. */
export async function importFile(session: PageSession): Promise<void> {
  const { chooseFile } = await import('./choose.ts');
  session.handover.give('file', await chooseFile());
}
