/** Which products of a catalog (or of a set) pass a filter: one byte per slot. */
import type { Passes } from '../filters.ts';
import type { Mirror } from './mirror.ts';
import type { Pause } from './sort.ts';

/** Products that are tested between two turns. */
const judgedAtOnce = 10_000;

export class Matches {
  #marks = new Uint8Array(1024);
  #count = 0;
  #version = 0;

  constructor(
    private readonly mirror: Mirror,
    private readonly passes: Passes,
  ) {}

  get count(): number {
    return this.#count;
  }

  get version(): number {
    return this.#version;
  }

  has(slot: number): boolean {
    return this.#marks[slot] === 1;
  }

  /** Tests all products. False if it was abandoned. */
  async judgeAll(pause: Pause): Promise<boolean> {
    const { version, rows } = this.mirror;
    for (let slot = 0; slot < rows.length; slot++) {
      if (slot % judgedAtOnce === judgedAtOnce - 1 && !(await pause())) return false;
      this.#judge(slot);
    }
    this.#version = version;
    return true;
  }

  /** Tests the products that changed since. False if it was abandoned, or if the changes are no longer known. */
  async catchUp(pause: Pause): Promise<boolean> {
    const { version } = this.mirror;
    const changed = this.mirror.changedSince(this.#version);
    if (!changed) return false;
    for (const [at, slot] of changed.entries()) {
      if (at % judgedAtOnce === judgedAtOnce - 1 && !(await pause())) return false;
      this.#judge(slot);
    }
    this.#version = version;
    return true;
  }

  #judge(slot: number): void {
    const product = this.mirror.rows[slot];
    const mark = product && this.passes(product) ? 1 : 0;
    if (slot >= this.#marks.length) {
      const grown = new Uint8Array(Math.max(slot + 1, this.#marks.length * 2));
      grown.set(this.#marks);
      this.#marks = grown;
    }
    this.#count += mark - this.#marks[slot]!;
    this.#marks[slot] = mark;
  }
}
