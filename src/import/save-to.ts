/** A file that the person chose to write into, where the browser lets a page do that (File System Access). */
import { isRecord } from '../../worker/api.ts';

/** What is used of a writable file. */
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

/** Whether the person can say where a file goes before it is made: then no part of it has to be held. */
export const canChoose = (): boolean => typeof window.showSaveFilePicker === 'function';

/**
 * null where the person thinks better of it; `download` where the browser does not let this page ask, as in a frame of
 * another site. Call it when the person presses a button, before waiting for anything else.
 */
export async function chooseWhere(suggestedName: string): Promise<ChosenFile | 'download' | null> {
  try {
    return (await window.showSaveFilePicker?.({ suggestedName })) ?? 'download';
  } catch (error) {
    return isRecord(error) && error['name'] === 'AbortError' ? null : 'download';
  }
}

/**
 * Writes an export as it comes. What was in the file before stays unless all of it is written. Rejects with the signal's
 * reason when it is aborted, and when the engine that writes it is gone.
 */
export async function writeInto(
  file: ChosenFile,
  body: ReadableStream<Uint8Array>,
  signal?: AbortSignal,
): Promise<void> {
  await body.pipeTo(await file.createWritable(), signal ? { signal } : {});
}
