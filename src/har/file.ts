/** Reads a HAR file off the main thread. */
import HarWorker from './file.worker.ts?worker';
import type { FromHarWorker, SignedOfHar } from './file-protocol.ts';
import { mostHarBytes } from './limit.ts';

/**
 * Rejects with a sentence if the file is not HAR. `most`: how many of the signed requests are wanted, from the first.
 */
export function readHarFile(file: Blob, most: number): Promise<SignedOfHar> {
  if (file.size > mostHarBytes) return Promise.reject(new Error('This is longer than 32 MB.'));
  const worker = new HarWorker();
  return new Promise<SignedOfHar>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromHarWorker>) => {
      if ('problem' in data) reject(new Error(data.problem));
      else resolve(data);
    };
    worker.onerror = () =>
      reject(new Error('The HAR reader could not be loaded. Reload the page and try again.'));
    worker.postMessage({ file, most });
  }).finally(() => worker.terminate());
}
