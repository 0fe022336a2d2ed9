/** How a run goes through its file: where rows are rejected, and how fast it is. Bounded, however long the file is. */
import { mostSamples, mostSlices } from '../state/tables/catalog-words.ts';
import type { FeedSample, FeedTrace } from '../state/tables/catalog.ts';

/** Bytes of a slice in the beginning. */
const firstSlice = 256;
/** Real ms between two samples in the beginning, and between two times at which a run tells how far it is. */
const pause = 250;

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

/**
 * Samples in even steps of time: when there are too many, each second one goes and the steps are twice as long. Beside them
 * stands the latest.
 */
export class Samples {
  #all: FeedSample[] = [];
  #step = pause;
  #latest: FeedSample | null = null;

  /** Whether it was time for one that is to be kept. */
  take(sample: FeedSample): boolean {
    if (this.#latest && sample.ms < this.#latest.ms + pause) return false;
    this.#latest = sample;
    const last = this.#all.at(-1);
    if (last && sample.ms < last.ms + this.#step) return true;
    this.#all.push(sample);
    // One place is kept for the latest.
    if (this.#all.length === mostSamples) {
      this.#all = this.#all.filter((_, at) => at % 2 === 1);
      this.#step *= 2;
    }
    return true;
  }

  end(sample: FeedSample): void {
    if (this.#all.at(-1)?.ms === sample.ms) this.#all.pop();
    this.#latest = sample;
  }

  read(): readonly FeedSample[] {
    const latest = this.#latest;
    return latest && this.#all.at(-1) !== latest ? [...this.#all, latest] : [...this.#all];
  }
}
