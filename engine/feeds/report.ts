/** The counts of a run, kept while it runs. */
import type { ProductIssue } from '../catalog/attributes.ts';
import { mostReasons, rejectionsTogether } from '../state/tables/catalog-words.ts';
import type { FeedReason, FeedRejection, FeedRun } from '../state/tables/catalog.ts';
import type { Write } from '../state/state.ts';
import type { BytePlaces } from './places.ts';
import { rejectionsKept } from './queue.ts';
import { mostOfText, owned } from './rows.ts';
import type { Place } from './rows.ts';
import { Slices } from './trace.ts';

/** How many of the kept rejected rows are kept with the rows around them. */
const surroundedKept = 1000;
/** Most characters of their texts in total. */
const mostOfTexts = 4_000_000;
/** Incomplete rows of their table are written again with each transaction, so they are small. */
const together = Math.min(100, rejectionsTogether);
const mostOfExample = 100;

type Counted = 'created' | 'updated' | 'unchanged' | 'rejected' | 'warned';

/** Counts all reasons beyond those that are counted separately. */
export const others = 'other reasons';

export class RunReport {
  readonly #counts = { created: 0, updated: 0, unchanged: 0, rejected: 0, warned: 0 };
  #rows = 0;
  readonly #reasons = new Map<string, FeedReason>();
  readonly #changed = new Map<string, number>();
  /** How many are written in complete rows of their table; `#pending` are the others. */
  #kept = 0;
  #pending: FeedRejection[] = [];
  #hasNew = false;
  #texts = 0;
  readonly #slices = new Slices();

  constructor(private readonly runId: string) {}

  /** Where rejected rows are in the file. */
  get slices(): Slices {
    return this.#slices;
  }

  count(what: Counted): void {
    this.#counts[what]++;
    if (what !== 'warned') this.#rows++;
  }

  /** Counts the attributes that an update changed. */
  countChanges(attributes: readonly string[]): void {
    for (const name of attributes) this.#changed.set(name, (this.#changed.get(name) ?? 0) + 1);
  }

  warn(column: string | null, message: string, line: number): void {
    this.count('warned');
    this.#reason(column, message, line, true, undefined);
  }

  /** `example` is the content of the column in this row. */
  reject(
    column: string | null,
    message: string,
    place: Place,
    places: BytePlaces,
    example: string | undefined,
  ): void {
    this.count('rejected');
    this.#reason(column, message, place.line, false, example);
    const { at } = place;
    const near = at === null ? null : places.near(at);
    if (near !== null) this.#slices.count(near);
    const kept = this.#kept + this.#pending.length;
    if (kept >= rejectionsKept) return;
    this.#pending.push({
      ...{ line: place.line, byte: at === null ? null : places.byteAt(at), column, message },
      ...this.#textOf(place, kept < surroundedKept),
    });
    this.#hasNew = true;
  }

  #textOf(
    { text, isWhole, around }: Place,
    isSurrounded: boolean,
  ): Pick<FeedRejection, 'text' | 'isWhole' | 'before' | 'after'> {
    const none = { before: [], after: [] };
    if (this.#texts >= mostOfTexts) return { text: null, isWhole: false, ...none };
    const kept = owned(text.slice(0, mostOfText));
    this.#texts += kept.length;
    return {
      ...{ text: kept, isWhole: isWhole && kept.length === text.length },
      ...(isSurrounded && around ? around() : none),
    };
  }

  /** Writes the new rejected rows. Returns the fields of the run to write with the products. */
  write(write: Write): Pick<FeedRun, 'reasons' | 'changed'> & {
    readonly counts: Omit<FeedRun['counts'], 'bytes' | 'unpacked'>;
  } {
    while (this.#hasNew) {
      const rows = this.#pending.slice(0, together);
      const id = `${this.runId}:${this.#kept / together}`;
      write.feed_rejections.put({ id, run_id: this.runId, rows });
      if (rows.length === together) {
        this.#kept += together;
        this.#pending = this.#pending.slice(together);
        this.#hasNew = this.#pending.length > 0;
      } else this.#hasNew = false;
    }
    return {
      counts: { rows: this.#rows, ...this.#counts },
      reasons: [...this.#reasons.values()],
      changed: Array.from(this.#changed, ([attribute, rows]) => ({ attribute, rows })),
    };
  }

  #reason(
    column: string | null,
    message: string,
    line: number,
    isWarning: boolean,
    example: string | undefined,
  ): void {
    const isKnown = (key: string) => this.#reasons.has(key) || this.#reasons.size < mostReasons - 2;
    const own = `${isWarning} ${column} ${message}`;
    const key = isKnown(own) ? own : `${isWarning} ${others}`;
    const before = this.#reasons.get(key);
    if (before) return void this.#reasons.set(key, { ...before, rows: before.rows + 1 });
    const first = key === own ? { column, message } : { column: null, message: others };
    const shown = key === own && example !== undefined ? owned(example.slice(0, mostOfExample)) : null;
    this.#reasons.set(key, { ...first, isWarning, rows: 1, line, example: shown });
  }
}

/** The column for which a row is rejected, by its name in the file. */
export const columnOf = (
  { attribute }: ProductIssue,
  columns: readonly { readonly name: string; readonly attribute: { readonly name: string } | null }[],
): string | null =>
  attribute === null ? null : (columns.find((each) => each.attribute?.name === attribute)?.name ?? attribute);
