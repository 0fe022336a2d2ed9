import type { PageSession } from '../state/session.svelte.ts';
import { notKeptWords, sayCancelled, sayReplaced } from '../state/replacements.ts';

/**
 * Replaces everything with the contents of a file. Can be undone until the page closes, if there is room for a copy.
 */
export async function replaceWith(
  session: PageSession,
  file: File,
  token: string,
  withoutUndo = false,
): Promise<void> {
  const { playground, notices } = session;
  const replaced = await (withoutUndo
    ? playground.importFile(file, token, true)
    : playground.importFile(file, token));
  if (replaced.kind === 'replaced')
    return sayReplaced(
      session,
      'import',
      `Imported${withoutWords(replaced.filesRefused)}.`,
      replaced.canUndo,
    );
  if (replaced.kind === 'cancelled') return void sayCancelled(session, 'import');
  notices.say(`${notKeptWords(replaced)} Without Undo, what is here is deleted first.`, {
    label: 'Import without Undo',
    run: () => void replaceWith(session, file, token, true),
  });
}

/** Feed files in the import that could not be stored. */
function withoutWords(refused: readonly { readonly name: string; readonly reason: string }[]): string {
  const [first] = refused;
  if (!first) return '';
  const which = refused.length === 1 ? 'the file' : `${refused.length} files, such as`;
  return `, without ${which} ${first.name}: ${first.reason.replace(/\.$/, '')}`;
}
