/** What a run counts while it goes on. */
import type { ProductIssue } from '../catalog/attributes.ts';
import { mostReasons, rejectionsTogether } from '../state/tables/catalog.ts';
import type { FeedReason, FeedRejection, FeedRun } from '../state/tables/catalog.ts';
import type { Write } from '../state/state.ts';
import type { Place } from './rows.ts';

/** Rejected rows of a run that are kept (choice: catalog-feeds), and those of them that are kept with their text. */
const rejectionsKept = 10_000;
const textsKept = 1000;
const mostOfText = 600;

type Counted = 'created' | 'updated' | 'unchanged' | 'rejected' | 'warned';

/** Everything beyond the reasons that are told apart. */
const others = 'other reasons';

export class RunReport {
  readonly #counts = { created: 0, updated: 0, unchanged: 0, rejected: 0, warned: 0 };
  #rows = 0;
  readonly #reasons = new Map<string, FeedReason>();
  readonly #changed = new Map<string, number>();
  /** Kept so far in whole rows of their table, and those that are not kept yet. */
  #kept = 0;
  #pending: FeedRejection[] = [];
  #hasNew = false;

  constructor(private readonly runId: string) {}

  count(what: Counted): void {
    this.#counts[what]++;
    if (what !== 'warned') this.#rows++;
  }

  /** An update changed these. */
  countChanges(attributes: readonly string[]): void {
    for (const name of attributes) this.#changed.set(name, (this.#changed.get(name) ?? 0) + 1);
  }

  warn(column: string | null, message: string, line: number): void {
    this.count('warned');
    this.#reason(column, message, line, true);
  }

  reject(column: string | null, message: string, place: Place): void {
    this.count('rejected');
    this.#reason(column, message, place.line, false);
    const kept = this.#kept + this.#pending.length;
    if (kept >= rejectionsKept) return;
    const text = kept < textsKept ? place.text.slice(0, mostOfText) : null;
    this.#pending.push({ line: place.line, column, message, text });
    this.#hasNew = true;
  }

  /** What of it is written with the products. */
  write(write: Write): Pick<FeedRun, 'reasons' | 'changed'> & {
    readonly counts: Omit<FeedRun['counts'], 'bytes' | 'unpacked'>;
  } {
    while (this.#hasNew) {
      const rows = this.#pending.slice(0, rejectionsTogether);
      const id = `${this.runId}:${this.#kept / rejectionsTogether}`;
      write.feed_rejections.put({ id, run_id: this.runId, rows });
      if (rows.length === rejectionsTogether) {
        this.#kept += rejectionsTogether;
        this.#pending = this.#pending.slice(rejectionsTogether);
        this.#hasNew = this.#pending.length > 0;
      } else this.#hasNew = false;
    }
    return {
      counts: { rows: this.#rows, ...this.#counts },
      reasons: [...this.#reasons.values()],
      changed: Array.from(this.#changed, ([attribute, rows]) => ({ attribute, rows })),
    };
  }

  #reason(column: string | null, message: string, line: number, isWarning: boolean): void {
    const isKnown = (key: string) => this.#reasons.has(key) || this.#reasons.size < mostReasons - 2;
    const own = `${isWarning} ${column} ${message}`;
    const key = isKnown(own) ? own : `${isWarning} ${others}`;
    const before = this.#reasons.get(key);
    const first = key === own ? { column, message } : { column: null, message: others };
    this.#reasons.set(
      key,
      before ? { ...before, rows: before.rows + 1 } : { ...first, isWarning, rows: 1, line },
    );
  }
}

/** By what a row is rejected, in the words of its file. */
export const columnOf = (
  { attribute }: ProductIssue,
  columns: readonly { readonly name: string; readonly attribute: { readonly name: string } | null }[],
): string | null =>
  attribute === null ? null : (columns.find((each) => each.attribute?.name === attribute)?.name ?? attribute);
