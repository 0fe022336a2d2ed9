import type { ExportSize } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';
import { gather } from './gather.ts';
import { writeInto } from './save-to.ts';
import type { ChosenFile } from './save-to.ts';
import { Transfer } from './transfer.svelte.ts';

/** In bytes: what is larger is worth a question, and is packed unless the person decides otherwise. */
const large = 8 * 1024 * 1024;

interface SaveOptions {
  readonly packed: boolean;
  readonly files: boolean;
  readonly signal?: AbortSignal;
  /** Where it goes; by default it is a download. */
  readonly to?: ChosenFile | 'download';
  /** What the name of the file begins with. */
  readonly name?: string;
}

export const isLarge = ({ bytes, products, files }: ExportSize): boolean =>
  products > 0 || files > 0 || bytes > large;

/** Downloads everything as one file, which an import, or an engine in Node, continues from. `name`: what it begins with. */
export async function exportNow(session: PageSession, name?: string): Promise<void> {
  await saveExport(session, new Transfer(), {
    packed: false,
    files: false,
    ...(name !== undefined && { name }),
  });
}

/** What an export is called; `lines` is the form of a world with products, and of one with files of feeds. */
export const exportName = (now: number, lines: boolean, packed: boolean, name = 'svc-playground'): string =>
  `${name}-${new Date(now).toISOString().slice(0, 10)}.${lines ? 'jsonl' : 'json'}${packed ? '.gz' : ''}`;

/**
 * The same, followed by `transfer`. Goes into a chosen file as it comes; a download is
 * gathered first. Rejects with the signal's reason when it is aborted.
 */
export async function saveExport(
  session: PageSession,
  { token }: Transfer,
  { signal, to = 'download', name, ...what }: SaveOptions,
): Promise<void> {
  const exporting = await session.playground.exportFile({ token, ...what });
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
