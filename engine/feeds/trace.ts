/**
 * The progress of a run through its file: where rows are rejected, and how fast it is. Its size is bounded, however
 * long the file is.
 */
import { mostSamples, mostSlices } from '../state/tables/catalog-words.ts';
import type { FeedSample, FeedTrace } from '../state/tables/catalog.ts';

/** Bytes per slice at first. */
const firstSlice = 256;
/** Real ms between two samples at first, and between two reports of progress. */
const pause = 250;

/** Counts by position, in slices of equal length. When the file exceeds them, each two slices are merged. */
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
 * Samples at equal intervals. When there are too many, every second one is removed and the interval doubles. The latest
 * sample is kept in addition.
 */
export class Samples {
  #all: FeedSample[] = [];
  #step = pause;
  #latest: FeedSample | null = null;

  /** True if the sample was due, so that it should be stored. */
  take(sample: FeedSample): boolean {
    if (this.#latest && sample.ms < this.#latest.ms + pause) return false;
    this.#latest = sample;
    const last = this.#all.at(-1);
    if (last && sample.ms < last.ms + this.#step) return true;
    this.#all.push(sample);
    // One place is reserved for the latest.
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
