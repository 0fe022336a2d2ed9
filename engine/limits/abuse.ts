import { DeferredChanges } from '../state/store/deferred.ts';
import { FormerRows } from '../state/store/former.ts';

const windowMs = 15 * 60_000;
/** 429 answers within one window after which an App gets no response at all (choice: abuse). */
export const toleratedRefusals = 500;

/** Counts each App's calls that were answered 429, and silences Apps that continue (specification 8.1). */
export class Abuse {
  readonly former = new FormerRows<AbuseRow>();
  readonly #apps = new Map<string, AbuseRow>();
  readonly #changes: DeferredChanges;

  constructor(rows: Iterable<AbuseRow>, isTaken: boolean) {
    this.#changes = new DeferredChanges(isTaken);
    for (const row of rows) this.#apps.set(row.app_id, row);
  }

  /** Epoch ms until which the App gets no response; null if it is not silenced. */
  silencedUntil(appId: string, now: number): number | null {
    const row = this.#apps.get(appId);
    if (!row?.silenced || now >= row.started_at + windowMs) return null;
    return row.started_at + windowMs;
  }

  /** Counts a call answered 429. True if this one silences the App. */
  refused(appId: string, now: number): boolean {
    const row = this.#apps.get(appId);
    const under =
      row && now < row.started_at + windowMs
        ? row
        : { app_id: appId, started_at: now, refused: 0, silenced: false };
    const refused = under.refused + 1;
    const silenced = refused >= toleratedRefusals;
    this.#set({ ...under, refused, silenced });
    return silenced && !under.silenced;
  }

  /** Resets the count of an App and returns it; null if there was none. */
  lift(appId: string, now: number): Lifted | null {
    const row = this.#apps.get(appId);
    if (!row) return null;
    this.#set({ ...row, refused: 0, silenced: false });
    const isOver = now >= row.started_at + windowMs;
    return isOver || row.refused === 0 ? null : { startedAt: row.started_at, refused: row.refused };
  }

  /** Restores a count that was lifted, unless the current one is higher. Idempotent. False if that window is over. */
  restore(appId: string, { startedAt, refused: before }: Lifted, now: number): boolean {
    const row = this.#apps.get(appId);
    if (row?.started_at !== startedAt || now >= startedAt + windowMs) return false;
    const refused = Math.max(row.refused, before);
    this.#set({ ...row, refused, silenced: refused >= toleratedRefusals });
    return true;
  }

  /** The current counts, with the epoch ms at which each ends. */
  counts(now: number): (AbuseRow & { endsAt: number })[] {
    return this.rows()
      .map((row) => ({ ...row, endsAt: row.started_at + windowMs }))
      .filter(({ refused, endsAt }) => refused > 0 && now < endsAt);
  }

  rows(): AbuseRow[] {
    return [...this.#apps.values()];
  }

  takeDeferred(): { put: AbuseRow[]; removed: string[] } {
    return this.#changes.take((id) => this.#apps.get(id)!);
  }

  /** Restores the counts as they were when `former` began. */
  bringBack(): void {
    for (const [id, row] of this.former.take()) {
      if (row) this.#set(row);
      else {
        this.#apps.delete(id);
        this.#changes.remove(id);
      }
    }
  }

  #set(row: AbuseRow): void {
    if (this.former.wants(row.app_id)) this.former.note(row.app_id, this.#apps.get(row.app_id));
    this.#apps.set(row.app_id, row);
    this.#changes.put(row.app_id);
  }
}

/** The count of an App in the window that began at `startedAt`, epoch ms, before it was reset. */
export interface Lifted {
  readonly startedAt: number;
  readonly refused: number;
}

/** How often an App was answered 429 (choice: abuse). */
export type AbuseRow = {
  readonly app_id: string;
  readonly started_at: number;
  readonly refused: number;
  readonly silenced: boolean;
};
