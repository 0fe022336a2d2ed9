/** The ways into export and import, whose parts come when they are wanted. */
import type { PageSession } from '../state/session.svelte.ts';

/** Downloads everything; asks before, where that is much. `left` is told that a dialog opens. */
export async function exportAll(session: PageSession, left?: () => void): Promise<void> {
  const [{ exportNow, isLarge }, size] = await Promise.all([
    import('./export.ts'),
    session.playground.exportSize(),
  ]);
  if (!isLarge(size)) return exportNow(session);
  session.handover.give('export', size);
  left?.();
}

/** Lets the person choose a file, which is then looked into. */
export async function importFile(session: PageSession, left?: () => void): Promise<void> {
  const { chooseFile } = await import('./choose.ts');
  session.handover.give('file', await chooseFile());
  left?.();
}
