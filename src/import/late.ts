/** The ways into export and import, whose parts come when they are wanted. */
import type { PageSession } from '../state/session.svelte.ts';

export async function exportAll(session: PageSession): Promise<void> {
  const { exportSnapshot } = await import('./export.ts');
  await exportSnapshot(session);
}

/** Lets the person choose a file, which is then looked into. */
export async function importFile(session: PageSession): Promise<void> {
  const { chooseFile } = await import('./choose.ts');
  session.fileToImport = await chooseFile();
}
