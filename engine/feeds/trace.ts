/** How a run goes through its file: where rows are rejected, and how fast it is. Bounded, however long the file is. */
import { mostSamples, mostSlices } from '../state/tables/catalog.ts';
import type { FeedSample, FeedTrace } from '../state/tables/catalog.ts';

/** Bytes of a slice in the beginning, and real ms between two samples. */
const firstSlice = 256;
const firstPause = 250;

/** Counts by place in slices of one length: when the file is longer than all of them, two become one. */
export class Slices {
  #length = firstSlice;
  #counts: number[] = [];

  count(place: number): void {
    while (place >= this.#length * mostSlices) this.#halve();
    const at = Math.floor(place / this.#length);
    while (this.#counts.length <= at) this.#counts.push(0);
    this.#counts[at]!++;
  }

  read(): Pick<FeedTrace, 'slice' | 'rejected'> {
    return { slice: this.#length, rejected: [...this.#counts] };
  }

  #halve(): void {
    this.#length *= 2;
    this.#counts = this.#counts.flatMap((count, at) =>
      at % 2 === 0 ? [count + (this.#counts[at + 1] ?? 0)] : [],
    );
  }
}

/** Samples in even steps of time: when there are too many, each second one goes and the steps are twice as long. */
export class Samples {
  #all: FeedSample[] = [];
  #pause = firstPause;

  /** Whether it was time for one. */
  take(sample: FeedSample): boolean {
    if (this.#all.length > 0 && sample.ms < this.#all.at(-1)!.ms + this.#pause) return false;
    this.#all.push(sample);
    // One place is kept for the end.
    if (this.#all.length === mostSamples) {
      this.#all = this.#all.filter((_, at) => at % 2 === 1);
      this.#pause *= 2;
    }
    return true;
  }

  end(sample: FeedSample): void {
    if (this.#all.at(-1)?.ms === sample.ms) this.#all.pop();
    this.#all.push(sample);
  }

  read(): readonly FeedSample[] {
    return [...this.#all];
  }
}
