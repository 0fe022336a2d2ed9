import type { Exporting, ExportSize } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { gather } from './gather.ts';
import { Transfer } from './transfer.svelte.ts';

/** In bytes: what is larger is worth a question, and is packed unless the person decides otherwise. */
const large = 8 * 1024 * 1024;

export const isLarge = ({ bytes, products, files }: ExportSize): boolean =>
  products > 0 || files > 0 || bytes > large;

/** Downloads everything as one file, which an import, or an engine in Node, continues from. */
export async function exportNow(session: PageSession): Promise<void> {
  await saveExport(session, new Transfer(), { packed: false, files: false });
}

/** The same, followed by `transfer`. Rejects with the signal's reason when it is aborted. */
export async function saveExport(
  session: PageSession,
  { token }: Transfer,
  { signal, ...what }: { readonly packed: boolean; readonly files: boolean; readonly signal?: AbortSignal },
): Promise<void> {
  const exporting = await session.playground.exportFile({ token, ...what });
  const file = await gather(exporting, signal);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `svc-playground-${new Date(session.now).toISOString().slice(0, 10)}.${endingOf(exporting)}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  session.notices.say('Exported everything, with the keys and tokens of this playground.');
}

const endingOf = ({ form, packed }: Exporting): string =>
  (form === 'lines' ? 'jsonl' : 'json') + (packed ? '.gz' : '');
