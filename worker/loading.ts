/** Rows that are read after the start: what the pages hear of it. */
import type { Arriving, LatePiece } from '../engine/index.ts';
import type { LoadingState } from './world.ts';

/** How often a page hears of it at most, in ms. */
const tellMs = 250;

export class Loading {
  /** null when there is nothing to load, or nothing any more. */
  state: LoadingState | null = null;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly say: (loading: LoadingState | null) => void) {}

  hear(arriving: Arriving | null): void {
    if (!arriving && !this.state) return;
    this.state = arriving;
    const now = performance.now();
    if (arriving && now - this.#toldAt < tellMs) return;
    this.#toldAt = now;
    this.say(arriving);
  }
}

/** The pieces, as long as somebody wants them. Rejects then. */
export async function* whileWanted(
  pieces: AsyncIterable<LatePiece>,
  isWanted: () => boolean,
): AsyncGenerator<LatePiece, void, undefined> {
  for await (const piece of pieces) {
    if (!isWanted()) throw new Error('The platform was replaced while its data was being read');
    yield piece;
  }
}
