import type { PageSession } from '../state/session.svelte.ts';
import { gather } from './gather.ts';
import { Transfer } from './transfer.svelte.ts';

/**
 * Puts what a file holds in the place of everything. Until the page goes, there is a way back: what was there before is
 * kept as a file that nobody sees.
 */
export async function replaceWith(session: PageSession, file: File, token: string): Promise<void> {
  const { playground, notices } = session;
  const undoing = new Transfer();
  const before = await gather(
    await playground.exportFile({ token: undoing.token, packed: false, files: false }),
  );
  const { filesRefused } = await playground.importFile(file, token);
  const undo = async () => {
    session.undoImport = null;
    await playground.importFile(before, undoing.token);
    notices.say('The import is undone: everything is as it was before it.');
  };
  session.undoImport = undo;
  const [refused] = filesRefused;
  const without = refused
    ? ` Without ${filesRefused.length === 1 ? 'the file' : `${filesRefused.length} files, such as`} ${refused.name}: ${refused.reason}`
    : '';
  notices.say(
    `Imported. What was here before comes back with Undo, as long as this page is open.${without}`,
    {
      label: 'Undo',
      run: () => void undo(),
    },
  );
}
