import { expect, test } from 'vitest';
import type { Exporting } from '../../worker/api.ts';
import { gather } from './gather.ts';

/** An export of `count` chunks of a megabyte, or without end. */
function exportOf(count = Infinity, packed = false) {
  const seen = { made: 0, cancelled: 0 };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setImmediate(resolve));
      if (seen.made === count) return controller.close();
      controller.enqueue(new Uint8Array(1024 * 1024).fill(seen.made++));
    },
    cancel: () => void seen.cancelled++,
  });
  const size = { bytes: 0, products: 0, files: 0, fileBytes: 0 };
  return { seen, exporting: { ...size, form: 'lines', packed, body } satisfies Exporting };
}

test('an export becomes a file, complete and in order', async () => {
  for (const count of [0, 1, 8, 19]) {
    const file = await gather(exportOf(count).exporting);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(bytes.length).toBe(count * 1024 * 1024);
    for (let at = 0; at < count; at++) expect(bytes[at * 1024 * 1024 + 5]).toBe(at);
  }
});

test('its type says how it is compressed', async () => {
  expect((await gather(exportOf(1, true).exporting)).type).toBe('application/gzip');
  expect((await gather(exportOf(1).exporting)).type).toBe('application/json');
});

test('cancelling ends the export, and no file results', async () => {
  const { seen, exporting } = exportOf();
  const stopping = new AbortController();
  const gathering = gather(exporting, stopping.signal);
  await expect.poll(() => seen.made).toBeGreaterThan(3);
  stopping.abort();
  await expect(gathering).rejects.toThrow('abort');
  expect(seen.cancelled).toBe(1);
});

test('an export that breaks off results in no file', async () => {
  const { exporting } = exportOf();
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('gone')) });
  await expect(gather({ ...exporting, body })).rejects.toThrow('gone');
});
