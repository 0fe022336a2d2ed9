import { afterEach, expect, test, vi } from 'vitest';
import { canChoose, chooseWhere, writeInto } from './save-to.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A file as the browser provides it: writes take effect when it is closed. */
function chosen() {
  let held: number[] = [];
  const file = { bytes: [9], wasAborted: false };
  const createWritable = () =>
    Promise.resolve(
      new WritableStream<Uint8Array>({
        write: (chunk) => void (held = [...held, ...chunk]),
        close: () => void (file.bytes = held),
        abort: () => void (file.wasAborted = true),
      }),
    );
  return { file, handle: { createWritable } };
}

const streamOf = (...chunks: readonly number[][]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new Uint8Array(chunk));
      controller.close();
    },
  });

test('a browser without the picker is not asked', async () => {
  vi.stubGlobal('window', {});
  expect(canChoose()).toBe(false);
  expect(await chooseWhere('a.json')).toBe('download');
});

test('the picker suggests the name; closing it chooses nothing, and if it is not allowed the file is downloaded', async () => {
  const { handle } = chosen();
  const showSaveFilePicker = vi.fn().mockResolvedValueOnce(handle);
  vi.stubGlobal('window', { showSaveFilePicker });
  expect(canChoose()).toBe(true);
  expect(await chooseWhere('a.json')).toBe(handle);
  expect(showSaveFilePicker).toHaveBeenCalledWith({ suggestedName: 'a.json' });
  showSaveFilePicker.mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  expect(await chooseWhere('a.json')).toBeNull();
  showSaveFilePicker.mockRejectedValueOnce(new DOMException('not allowed', 'SecurityError'));
  expect(await chooseWhere('a.json')).toBe('download');
});

test('an export is written as the data arrives', async () => {
  const { file, handle } = chosen();
  await writeInto(handle, streamOf([1, 2], [3]));
  expect(file.bytes).toEqual([1, 2, 3]);
});

test('an export that breaks off or is cancelled leaves the file unchanged', async () => {
  const broken = chosen();
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('gone')) });
  await expect(writeInto(broken.handle, body)).rejects.toThrow('gone');
  expect(broken.file).toEqual({ bytes: [9], wasAborted: true });
  const stopped = chosen();
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(1)),
  });
  const stopping = new AbortController();
  const writing = writeInto(stopped.handle, endless, stopping.signal);
  stopping.abort();
  await expect(writing).rejects.toThrow('abort');
  expect(stopped.file).toEqual({ bytes: [9], wasAborted: true });
});
