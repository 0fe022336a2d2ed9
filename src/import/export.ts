import type { PageSession } from '../state/session.svelte.ts';

/** Downloads everything as one file, which an import, or an engine in Node, continues from. */
export async function exportSnapshot(session: PageSession): Promise<void> {
  const bytes = await session.playground.exportFile();
  const file = new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `svc-playground-${new Date(session.now).toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  session.notices.say('Exported everything, with the keys and tokens of this playground.');
}
