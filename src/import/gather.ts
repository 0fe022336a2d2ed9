import { unshared } from '../../worker/api.ts';
import type { Exporting } from '../../worker/api.ts';

/** The size of the pieces passed to the browser: it moves large files to disk, so the page never holds gigabytes. */
const partBytes = 8 * 1024 * 1024;

/**
 * The file of an export. Rejects with the signal's reason if it is aborted, and if the engine that writes it is gone.
 */
export async function gather({ body, packed }: Exporting, signal?: AbortSignal): Promise<Blob> {
  const reader = body.getReader();
  const leave = () => void reader.cancel();
  signal?.addEventListener('abort', leave);
  try {
    const parts: Blob[] = [];
    let held: BlobPart[] = [];
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) break;
      held.push(unshared(value));
      length += value.length;
      if (length < partBytes) continue;
      parts.push(new Blob(held));
      [held, length] = [[], 0];
    }
    return new Blob([...parts, ...held], { type: packed ? 'application/gzip' : 'application/json' });
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}
