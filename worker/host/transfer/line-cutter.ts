import { itemAt } from '../../../engine/inside.ts';
import { FileTooLarge } from './refused.ts';

/** Cuts bytes into lines as they arrive. */
export class LineCutter {
  #parts: Uint8Array[] = [];
  #length = 0;

  /** `longest`: the most bytes of a line. */
  constructor(private readonly longest: number) {}

  /** The lines completed by these bytes, without line breaks. Throws `FileTooLarge`. */
  *cut(chunk: Uint8Array): Generator<Uint8Array, void, undefined> {
    for (let from = 0; ;) {
      const at = chunk.indexOf(10, from);
      this.#hold(chunk.subarray(from, at === -1 ? chunk.length : at));
      if (at === -1) return;
      yield this.rest();
      from = at + 1;
    }
  }

  /** The rest, which has no line break. */
  rest(): Uint8Array {
    const line = joined(this.#parts, this.#length);
    this.#parts = [];
    this.#length = 0;
    return line;
  }

  #hold(part: Uint8Array): void {
    this.#length += part.length;
    if (this.#length > this.longest) throw new FileTooLarge('line', this.#length, this.longest);
    if (part.length > 0) this.#parts.push(part);
  }
}

export function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return itemAt(parts, 0);
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
