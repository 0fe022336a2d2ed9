/** Entry points of export and import, whose components are loaded on demand. */
import type { PageSession } from '../state/session.svelte.ts';

/** Downloads everything; asks first if it is large. `left` is called when a dialog opens. */
export async function exportAll(session: PageSession, left?: () => void): Promise<void> {
  const [{ exportNow, isLarge }, size] = await Promise.all([
    import('./export.ts'),
    session.playground.exportSize(),
  ]);
  if (!isLarge(size)) return exportNow(session);
  session.handover.give('export', size);
  left?.();
}

/** Lets the person choose a file, which is then examined. */
export async function importFile(session: PageSession, left?: () => void): Promise<void> {
  const { chooseFile } = await import('./choose.ts');
  session.handover.give('file', await chooseFile());
  left?.();
}
