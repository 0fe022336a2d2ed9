import type { Post } from '../state/tables/posts.ts';
import { isBackdated } from '../state/tables/posts.ts';
import { resized, withRoom } from './growing.ts';

/** Posts by ordinal: numbers from 0 on in the order of their ids, and so of their times. */
export class Ordinals {
  #size = 0;
  #gone = 0;
  /** The upper and lower 32 bits of the ids. */
  #upper = new Uint32Array(0);
  #lower = new Uint32Array(0);
  /** One bit for each post; set if it was removed. */
  #removed = new Uint8Array(0);
  /** Whether any post is older than its id. */
  #hasBackdated = false;

  get size(): number {
    return this.#size;
  }

  get removedCount(): number {
    return this.#gone;
  }

  get hasBackdated(): boolean {
    return this.#hasBackdated;
  }

  get byteLength(): number {
    return this.#upper.byteLength + this.#lower.byteLength + this.#removed.byteLength;
  }

  /** Whether the id is above all existing ones. */
  isNewest(id: string): boolean {
    return this.countBelow(id, false) === this.#size;
  }

  /** Gives an ordinal to a post whose id is above all existing ones. */
  add(post: Post): number {
    const ordinal = this.#size++;
    this.#upper = withRoom(this.#upper, this.#size);
    this.#lower = withRoom(this.#lower, this.#size);
    this.#removed = withRoom(this.#removed, (this.#size + 7) >> 3);
    const [upper, lower] = halvesOf(post.id);
    this.#upper[ordinal] = upper;
    this.#lower[ordinal] = lower;
    this.#hasBackdated ||= isBackdated(post);
    return ordinal;
  }

  remove(ordinal: number): void {
    if (this.isRemoved(ordinal)) return;
    this.#removed[ordinal >> 3]! |= 1 << (ordinal & 7);
    this.#gone++;
  }

  isRemoved(ordinal: number): boolean {
    return (this.#removed[ordinal >> 3]! & (1 << (ordinal & 7))) !== 0;
  }

  /** −1 for an unknown id. */
  find(id: string): number {
    const at = this.countBelow(id, false);
    return at < this.#size && this.idOf(at) === id ? at : -1;
  }

  idOf(ordinal: number): string {
    return String((BigInt(this.#upper[ordinal]!) << 32n) | BigInt(this.#lower[ordinal]!));
  }

  /** The number of ids below this one, or up to it. */
  countBelow(id: string, isIncluded: boolean): number {
    const [upper, lower] = halvesOf(id);
    let low = 0;
    let high = this.#size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const by = this.#upper[middle]! - upper || this.#lower[middle]! - lower;
      if (by < 0 || (by === 0 && isIncluded)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  trim(): void {
    this.#upper = resized(this.#upper, this.#size);
    this.#lower = resized(this.#lower, this.#size);
    this.#removed = resized(this.#removed, (this.#size + 7) >> 3);
  }
}

/** Ids have at most 19 digits, which fit in 64 bits. */
function halvesOf(id: string): readonly [upper: number, lower: number] {
  const number = BigInt(id);
  return [Number(number >> 32n), Number(number & 0xffffffffn)];
}
