/** Generates a file and stores it. */
import type { Recipe } from '../../../engine/inside.ts';
import { streamOf } from './streams.ts';
import type { Arrival } from './store.ts';

export function generatedArrival(
  id: string,
  name: string,
  recipe: Recipe,
  bytesOf: (recipe: Recipe) => Iterable<Uint8Array>,
  turn: () => Promise<void>,
): Arrival {
  const { seed, rows, gzip } = recipe;
  return {
    ...{ id, name, origin: { type: 'generated', seed, rows }, length: null },
    body: () => {
      const written = streamOf(() => inTurns(bytesOf(recipe), turn));
      return gzip ? written.pipeThrough(new CompressionStream('gzip') as BytesPair) : written;
    },
  };
}

interface BytesPair {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}

/** Waiting calls get a turn between two pieces. */
async function* inTurns(
  pieces: Iterable<Uint8Array>,
  turn: () => Promise<void>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (const piece of pieces) {
    await turn();
    yield piece;
  }
}
