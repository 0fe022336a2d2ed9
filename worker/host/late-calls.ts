/** Reads the rows that come after the start, and lets calls go first. Loaded with the first world that has such rows. */
import type { LatePiece } from '../../engine/inside.ts';

/** The pieces, while they are wanted, each when no call is in a hurry. Rejects when they are not wanted any more. */
export async function* whileWanted(
  pieces: AsyncIterable<LatePiece>,
  isWanted: () => boolean,
  callers: Callers,
): AsyncGenerator<LatePiece, void, undefined> {
  await callers.first();
  for await (const piece of pieces) {
    await callers.calm();
    if (!isWanted()) throw new Error('The platform was replaced while its data was being read');
    yield piece;
  }
}

/** How long to wait for the first call of a page before anything is read, in ms. */
const firstMs = 400;
/** How long a call has priority, in ms: it may itself wait for what is being read. */
const hurryMs = 100;

/** Calls that come while something is being read: recent ones have priority. */
export class Callers {
  readonly #inHurry = new Set<Promise<unknown>>();
  readonly #waiting: (() => void)[] = [];
  #hasAnswered = false;

  note(call: Promise<unknown>): void {
    this.#inHurry.add(call);
    const over = (): void => {
      if (!this.#inHurry.delete(call)) return;
      this.#hasAnswered = true;
      if (this.#inHurry.size === 0) for (const go of this.#waiting.splice(0)) go();
    };
    call.then(over, over);
    setTimeout(over, hurryMs);
  }

  /** Resolves when the first call has been answered, or when none has come in time. */
  async first(): Promise<void> {
    if (!this.#hasAnswered) await this.#wait(firstMs);
  }

  /** Resolves when no call is in a hurry, or when calls keep coming. */
  async calm(): Promise<void> {
    if (this.#inHurry.size > 0) await this.#wait(hurryMs);
  }

  #wait(most: number): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      setTimeout(resolve, most);
    });
  }
}
