import type { ExportSize } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { gather } from './gather.ts';
import { writeInto } from './save-to.ts';
import type { ChosenFile } from './save-to.ts';
import { Transfer } from './transfer.svelte.ts';

/** In bytes: a larger export is confirmed first, and is compressed unless the person decides otherwise. */
const large = 8 * 1024 * 1024;

interface SaveOptions {
  readonly packed: boolean;
  readonly files: boolean;
  readonly signal?: AbortSignal;
  /** The destination; by default a download. */
  readonly to?: ChosenFile | 'download';
  /** The beginning of the file's name. */
  readonly name?: string;
}

export const isLarge = ({ bytes, products, files }: ExportSize): boolean =>
  products > 0 || files > 0 || bytes > large;

/** Downloads everything as one file, from which an import, or an engine in Node, continues. `name`: its beginning. */
export async function exportNow(session: PageSession, name?: string): Promise<void> {
  await saveExport(session, new Transfer(), {
    packed: false,
    files: false,
    ...(name !== undefined && { name }),
  });
}

/** The name of an export's file; `lines` is the format for a world with products or with feed files. */
export const exportName = (now: number, lines: boolean, packed: boolean, name = 'svc-playground'): string =>
  `${name}-${new Date(now).toISOString().slice(0, 10)}.${lines ? 'jsonl' : 'json'}${packed ? '.gz' : ''}`;

/**
 * The same, with its progress in `transfer`. Writes to a chosen file as the data arrives; a download is gathered first.
 * Rejects with the signal's reason if it is aborted.
 */
export async function saveExport(
  session: PageSession,
  { token }: Transfer,
  { signal, to = 'download', name, ...what }: SaveOptions,
): Promise<void> {
  const { linkOf, progress } = await import('../lesson/progress.svelte.ts');
  const exporting = await session.playground.exportFile({ token, ...what, lessons: linkOf(progress.done) });
  if (to !== 'download') await writeInto(to, exporting.body, signal);
  else
    download(
      await gather(exporting, signal),
      exportName(session.clock.now, exporting.form === 'lines', exporting.packed, name),
    );
  session.notices.say('Exported everything, with the keys and tokens of this playground.');
}

export function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
