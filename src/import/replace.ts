import type { PageSession } from '../state/session.svelte.ts';
import { notKeptWords, sayCancelled, sayReplaced } from '../state/replacements.ts';

/**
 * Replaces everything with the contents of a file. Can be undone until the page closes, if there is room for a copy.
 * `done` begins the sentence that says so. Resolves to whether it was replaced.
 */
export async function replaceWith(
  session: PageSession,
  file: File,
  token: string,
  done = 'Imported',
  withoutUndo = false,
): Promise<boolean> {
  const { playground, notices } = session;
  const replaced = await (withoutUndo
    ? playground.importFile(file, token, true)
    : playground.importFile(file, token));
  if (replaced.kind === 'replaced') {
    sayReplaced(session, 'import', `${done}${withoutWords(replaced.filesRefused)}.`, replaced.canUndo);
    return true;
  }
  if (replaced.kind === 'cancelled') {
    sayCancelled(session, 'import');
    return false;
  }
  notices.say(`${notKeptWords(replaced)} Without Undo, what is here is deleted first.`, {
    label: 'Import without Undo',
    run: () => void replaceWith(session, file, token, done, true),
  });
  return false;
}

/** Feed files in the import that could not be stored. */
function withoutWords(refused: readonly { readonly name: string; readonly reason: string }[]): string {
  const [first] = refused;
  if (!first) return '';
  const which = refused.length === 1 ? 'the file' : `${refused.length} files, such as`;
  return `, without ${which} ${first.name}: ${first.reason.replace(/\.$/, '')}`;
}
