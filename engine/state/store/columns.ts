import type { FoundBy, IndexSpec } from './index-spec.ts';
import type { Entry } from './blocks.ts';
import type { Part } from './order.ts';

/** The entries of rows in an index, collected in columns, so that no list is made for each entry. */
export class Columns<R> {
  readonly #spec: IndexSpec<R>;
  #columns: Part[][] = [];
  /** The value of the previous row: rows with the same value share one string. */
  #last: Part | undefined;

  constructor(spec: IndexSpec<R>) {
    this.#spec = spec;
  }

  add(key: string, row: R): void {
    const spec = this.#spec;
    if (typeof spec === 'function') this.#addFound(spec(row), key);
    else if (spec.kind === 'unique' || spec.kind === 'recent') this.#addFound(spec.by(row), key);
    else if (spec.kind === 'ordered') this.#addPlace(spec.by(row), key);
    else for (const place of spec.by(row)) this.#addPlace(place, key);
  }

  /** The caller owns the columns from then on. */
  take(): readonly (readonly Part[])[] {
    const columns = this.#columns;
    this.#columns = [];
    this.#last = undefined;
    return columns;
  }

  #addFound(found: FoundBy, key: string): void {
    if (found === null) return;
    if (typeof found === 'object') for (const value of found) this.#addFound(value, key);
    else {
      this.#addValue(found);
      this.#column(1).push(key);
    }
  }

  #addPlace(place: Entry | null, key: string): void {
    if (!place) return;
    this.#addValue(place[0]!);
    for (let part = 1; part < place.length; part++) this.#column(part).push(place[part]!);
    this.#column(place.length).push(key);
  }

  #addValue(value: Part): void {
    if (value !== this.#last) this.#last = value;
    this.#column(0).push(this.#last);
  }

  #column(at: number): Part[] {
    return (this.#columns[at] ??= []);
  }
}
