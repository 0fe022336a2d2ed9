import { changedWhileRead, sizeOf } from './blocks.ts';
import type { Block, Place, Position } from './blocks.ts';
import type { Part } from './order.ts';

/**
 * Iterates over the entries of one value. Not a generator, because opening one costs more than reading from it: one
 * page may open hundreds and read only a place or two of each.
 */
export class Reading implements IterableIterator<Place, void, undefined> {
  readonly #entries: { readonly changes: number };
  readonly #blocks: readonly Block[];
  readonly #value: Part;
  readonly #isAscending: boolean;
  readonly #end: Position | null;
  readonly #changes: number;
  /** Ascending: the next position. Descending: the last one. */
  #block: number;
  #offset: number;

  /** See `Entries.under`. */
  constructor(
    entries: { readonly changes: number },
    blocks: readonly Block[],
    value: Part,
    isAscending: boolean,
    from: Position,
    end: Position | null,
  ) {
    this.#entries = entries;
    this.#blocks = blocks;
    this.#value = value;
    this.#isAscending = isAscending;
    this.#end = end;
    this.#changes = entries.changes;
    this.#block = from.block;
    this.#offset = from.offset;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<Place, void> {
    if (this.#entries.changes !== this.#changes) throw changedWhileRead();
    if (!this.#isAscending) this.#stepBack();
    const block = this.#blocks[this.#block];
    const offset = this.#offset;
    if (block?.[0]![offset] !== this.#value || this.#isBeyond()) return this.return();
    if (this.#isAscending) this.#stepOn(block);
    return { done: false, value: restAt(block, offset) };
  }

  return(): IteratorReturnResult<void> {
    this.#block = -1;
    return { done: true, value: undefined };
  }

  #stepOn(block: Block): void {
    if (++this.#offset < sizeOf(block)) return;
    this.#block++;
    this.#offset = 0;
  }

  #stepBack(): void {
    if (this.#offset === 0) {
      const block = this.#blocks[--this.#block];
      if (block) this.#offset = sizeOf(block);
    }
    this.#offset--;
  }

  #isBeyond(): boolean {
    const end = this.#end;
    if (!end) return false;
    const by = this.#block - end.block || this.#offset - end.offset;
    return this.#isAscending ? by >= 0 : by < 0;
  }
}

function restAt(block: Block, offset: number): Place {
  const rest: Part[] = [];
  for (let column = 1; column < block.length; column++) rest.push(block[column]![offset]!);
  return rest as readonly Part[] as Place;
}
