/** How a file is served: in pieces, and as badly as its host is told to. */
import { SourceFailed } from '../../../engine/inside.ts';
import type { Opened } from '../../../engine/inside.ts';
import type { Conduct } from '../../contract/file.ts';
import { streamOf } from './streams.ts';
import type { Place } from './place.ts';
import type { FileRecord } from '../../contract/file.ts';

/** The bytes given to a reader at a time; it processes their rows in one go. */
const pieceBytes = 64 * 1024;
/** How often a slow host sends. */
const slowMs = 250;

export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Resolves after this real time in ms, or when the signal aborts. */
export const waitFor: Wait = (ms, signal) =>
  new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener('abort', over);
  });

export const answerOf = (file: FileRecord, place: Place, wait: Wait = waitFor): Opened => ({
  status: 200,
  headers: [
    ['Content-Length', String(file.bytes)],
    ['Content-Type', typeOf(file.name)],
  ],
  body: streamOf((signal) => conducted(piecesOf(file, place), file, signal, wait)),
});

async function* piecesOf(file: FileRecord, place: Place): AsyncGenerator<Uint8Array, void, undefined> {
  const load = (at: number) => {
    const loading = place.chunk(file, at);
    loading.catch(() => undefined); // it is awaited later
    return loading;
  };
  let next = load(0);
  for (let at = 0, left = file.bytes; left > 0; at++) {
    const chunk = await next;
    if (!chunk || chunk.length === 0)
      throw new SourceFailed('closed', `${file.name} was deleted while it was read`);
    left -= chunk.length;
    if (left > 0) next = load(at + 1);
    for (let from = 0; from < chunk.length; from += pieceBytes) yield chunk.subarray(from, from + pieceBytes);
  }
}

async function* conducted(
  pieces: AsyncIterable<Uint8Array>,
  { bytes, conduct }: FileRecord,
  signal: AbortSignal,
  wait: Wait,
): AsyncGenerator<Uint8Array, void, undefined> {
  const until = 'after' in conduct ? Math.floor(bytes * conduct.after) : Infinity;
  let given = 0;
  for await (const piece of pieces)
    for (const part of conduct.type === 'slow' ? partsOf(piece, conduct) : [piece]) {
      if (given + part.length > until) {
        if (until > given) yield part.subarray(0, until - given);
        await failAs(conduct, until, bytes, signal);
        return;
      }
      if (conduct.type === 'slow') await wait((part.length / conduct.bytesPerSecond) * 1000, signal);
      given += part.length;
      yield part;
    }
}

function* partsOf(
  piece: Uint8Array,
  { bytesPerSecond }: Extract<Conduct, { type: 'slow' }>,
): Generator<Uint8Array, void, undefined> {
  const length = Math.max(1, Math.round((bytesPerSecond * slowMs) / 1000));
  for (let at = 0; at < piece.length; at += length) yield piece.subarray(at, at + length);
}

/** Throws, or waits until the reader cancels. */
async function failAs({ type }: Conduct, given: number, of: number, signal: AbortSignal): Promise<void> {
  if (type !== 'stalls')
    throw new SourceFailed('closed', `the connection ended after ${given} of ${of} bytes`);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve());
  });
}

const types: readonly (readonly [ending: string, type: string])[] = [
  ['.csv', 'text/csv'],
  ['.tsv', 'text/tab-separated-values'],
  ['.xml', 'application/xml'],
  ['.gz', 'application/gzip'],
];

const typeOf = (name: string): string =>
  types.find(([ending]) => name.toLowerCase().endsWith(ending))?.[1] ?? 'application/octet-stream';
