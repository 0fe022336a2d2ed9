/** Sorts slots in pieces, with turns for other tasks between them: a stable bottom-up merge sort. */

/** Lets other tasks run. Resolves to false when the result is no longer wanted. */
export type Pause = () => Promise<boolean>;

/** Slots that are merged between two turns: a few milliseconds of work. */
const mergedAtOnce = 20_000;
const insertedAtOnce = 16;

/** Whether the product in slot `one` comes before the one in `other`, or is equal to it. */
export type IsInOrder = (one: number, other: number) => boolean;

/** Sorts with a second list of the same length. Resolves to the list that is sorted, or to null if it was abandoned. */
export async function sortInPieces(
  slots: Uint32Array,
  isInOrder: IsInOrder,
  pause: Pause,
): Promise<Uint32Array | null> {
  let work = 0;
  for (let at = 0; at < slots.length; at += insertedAtOnce) {
    insert(slots, at, Math.min(at + insertedAtOnce, slots.length), isInOrder);
    work += insertedAtOnce;
    if (work >= mergedAtOnce) {
      work = 0;
      if (!(await pause())) return null;
    }
  }
  let [from, to]: [Uint32Array, Uint32Array] = [slots, new Uint32Array(slots.length)];
  for (let width = insertedAtOnce; width < slots.length; width *= 2) {
    for (let at = 0; at < slots.length; at += 2 * width) {
      const merging = new Merge(from, to, at, width, isInOrder);
      while (!merging.go(mergedAtOnce)) if (!(await pause())) return null;
      work += Math.min(2 * width, mergedAtOnce);
      if (work < mergedAtOnce) continue;
      work = 0;
      if (!(await pause())) return null;
    }
    [from, to] = [to, from];
  }
  return from;
}

function insert(slots: Uint32Array, from: number, to: number, isInOrder: IsInOrder): void {
  for (let at = from + 1; at < to; at++) {
    const slot = slots[at]!;
    let hole = at;
    for (; hole > from && !isInOrder(slots[hole - 1]!, slot); hole--) slots[hole] = slots[hole - 1]!;
    slots[hole] = slot;
  }
}

/** Merges two adjacent runs into one. */
class Merge {
  #left: number;
  #right: number;
  #at: number;
  readonly #middle: number;
  readonly #end: number;

  constructor(
    private readonly from: Uint32Array,
    private readonly to: Uint32Array,
    start: number,
    width: number,
    private readonly isInOrder: IsInOrder,
  ) {
    this.#left = this.#at = start;
    this.#right = this.#middle = Math.min(start + width, from.length);
    this.#end = Math.min(start + 2 * width, from.length);
    // Nothing to compare: the runs are already in order, or there is no second run.
    const { from: runs } = this;
    if (this.#middle === this.#end || isInOrder(runs[this.#middle - 1]!, runs[this.#middle]!)) {
      to.set(runs.subarray(start, this.#end), start);
      this.#at = this.#end;
    }
  }

  /** Merges up to `most` more slots. True when it is done. */
  go(most: number): boolean {
    const { from, to, isInOrder } = this;
    const stop = Math.min(this.#end, this.#at + most);
    let [left, right, at] = [this.#left, this.#right, this.#at];
    const [middle, end] = [this.#middle, this.#end];
    for (; at < stop; at++) {
      const isLeft = right >= end || (left < middle && isInOrder(from[left]!, from[right]!));
      to[at] = isLeft ? from[left++]! : from[right++]!;
    }
    [this.#left, this.#right, this.#at] = [left, right, at];
    return at >= end;
  }
}
