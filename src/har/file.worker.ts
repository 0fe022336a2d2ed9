import type { FromHarWorker, ToHarWorker } from './file-protocol.ts';
import { readHar, requestOf } from './read.ts';
import { isSigned } from './signed.ts';

addEventListener('message', ({ data }: MessageEvent<ToHarWorker>) => {
  void read(data).then((answer) => postMessage(answer));
});

async function read({ file, most }: ToHarWorker): Promise<FromHarWorker> {
  try {
    const har = readHar(await file.text());
    if ('problem' in har) return har;
    const signed = har.entries.filter(({ call }) => isSigned(call));
    const { length } = har.entries;
    return {
      // The doctor needs no answers.
      signed: signed.slice(0, most).map(requestOf),
      found: signed.length,
      all: length,
      unreadable: har.problems.length,
    };
  } catch {
    return { problem: 'The file cannot be read.' };
  }
}
