/** The ways into export and import, whose parts come when they are wanted. */
import type { PageSession } from '../state/session.svelte.ts';

/** Downloads everything; asks before, where that is much. */
export async function exportAll(session: PageSession): Promise<void> {
  const [{ exportNow, isLarge }, size] = await Promise.all([
    import('./export.ts'),
    session.playground.exportSize(),
  ]);
  if (isLarge(size)) session.toExport = size;
  else await exportNow(session);
}

/** Lets the person choose a file, which is then looked into. */
export async function importFile(session: PageSession): Promise<void> {
  const { chooseFile } = await import('./choose.ts');
  session.fileToImport = await chooseFile();
}
