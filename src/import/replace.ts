import type { PageSession } from '../state/session.svelte.ts';

/**
 * Puts what a file holds in the place of everything. Until the page goes, there is a way back: what was there before is
 * kept in memory, as a file.
 */
export async function replaceWith(session: PageSession, file: Uint8Array): Promise<void> {
  const { playground, notices } = session;
  const before = await playground.exportFile();
  await playground.importSnapshot(file);
  const undo = async () => {
    session.undoImport = null;
    await playground.importSnapshot(before);
    notices.say('The import is undone: everything is as it was before it.');
  };
  session.undoImport = undo;
  notices.say('Imported. What was here before comes back with Undo, as long as this page is open.', {
    label: 'Undo',
    run: () => void undo(),
  });
}
