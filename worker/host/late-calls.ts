/** The reading of what comes after the start, and the calls that go before it: loaded with the first such world. */
import type { LatePiece } from '../../engine/inside.ts';

/** The pieces, as long as somebody wants them, each when no call is in a hurry. Rejects when nobody wants them any more. */
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

/** How long the first call of a page is waited for before anything is read, in ms. */
const firstMs = 400;
/** How long a call goes first, in ms: it may wait for what is being read. */
const hurryMs = 100;

/** The calls that came in while something is being read: those that have just come go first. */
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

  /** Resolves when the first call has been answered, or none has come in time. */
  async first(): Promise<void> {
    if (!this.#hasAnswered) await this.#wait(firstMs);
  }

  /** Resolves when no call is in a hurry, or many come one after the other. */
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
