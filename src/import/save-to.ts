/** A file that the person chose as a destination, in browsers that support it (File System Access). */
import { isRecord } from '../../worker/api.ts';

/** The used part of a writable file. */
export interface ChosenFile {
  createWritable(): Promise<WritableStream<Uint8Array>>;
}

type Picker = (options: { readonly suggestedName: string }) => Promise<ChosenFile>;

declare global {
  interface Window {
    /** Not in Firefox and WebKit. */
    readonly showSaveFilePicker?: Picker;
  }
}

/** Whether the person can choose the destination in advance, so that nothing has to be held in memory. */
export const canChoose = (): boolean => typeof window.showSaveFilePicker === 'function';

/**
 * null if the person cancels; `download` if the browser does not let this page ask, as in a cross-site frame. Call it
 * when the person presses a button, before any other await.
 */
export async function chooseWhere(suggestedName: string): Promise<ChosenFile | 'download' | null> {
  try {
    return (await window.showSaveFilePicker?.({ suggestedName })) ?? 'download';
  } catch (error) {
    return isRecord(error) && error['name'] === 'AbortError' ? null : 'download';
  }
}

/**
 * Writes an export as the data arrives. The file keeps its old contents unless everything is written. Rejects with the
 * signal's reason if it is aborted, and if the engine that writes it is gone.
 */
export async function writeInto(
  file: ChosenFile,
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  await body.pipeTo(await file.createWritable(), signal ? { signal } : {});
}
