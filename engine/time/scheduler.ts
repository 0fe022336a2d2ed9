import type { Handlers } from '../declaration/handlers.ts';
import type { Services } from '../declaration/services.ts';
import type { JobHandler, PeriodicJob } from '../declaration/work.ts';
import type { State, Write } from '../state/state.ts';
import { NotYet } from '../state/store/not-yet.ts';
import { keyAt } from '../state/store/range.ts';
import type { JobRow } from '../state/tables/work.ts';

/** Jobs by the time they fall due, then by id; the due times are rows, so they survive a restart. */
export class Scheduler {
  /** Names of jobs whose family could not be loaded: tried again when the clock moves. */
  readonly #held = new Set<string>();

  constructor(
    private readonly state: State,
    private readonly handlers: Handlers<JobHandler>,
    private readonly services: Services,
    /** Told of what a job threw: nobody waits for it. */
    private readonly fault: (error: unknown) => void,
  ) {}

  /** Gives every job that has no row yet its first due time. A period that has changed counts from the next run on. */
  start(now: number, jobs: readonly PeriodicJob[]): void {
    this.state.transact((write) => {
      for (const { name, everyMs } of jobs) {
        const row = this.state.tables.jobs.get(name);
        if (!row) write.jobs.insert({ id: name, name, due: now + everyMs, every_ms: everyMs, data: null });
        else if (row.every_ms !== everyMs) write.jobs.update(name, { every_ms: everyMs });
      }
    });
  }

  /** When something next falls due, in epoch ms; null for never. */
  next(): number | null {
    return this.#first()?.due ?? null;
  }

  /** Tries again what could not be loaded. */
  retry(): void {
    this.#held.clear();
  }

  /** Runs what is due first, at `now`, and plans its next run; a promise when something has to be loaded before. */
  runNext(now: number): Promise<void> | null {
    const row = this.#first();
    if (!row || row.due > now) return null;
    const handler = this.handlers.at(row.name);
    if (!handler) return this.#runAfter(this.handlers.load(row.name), row, now);
    return this.#run(row, handler, now);
  }

  async #runAfter(wait: Promise<JobHandler>, row: JobRow, now: number): Promise<void> {
    const handler = await wait.catch(() => null);
    if (!handler) return void this.#held.add(row.name);
    // It may have been cancelled or planned again meanwhile.
    if (this.state.tables.jobs.get(row.id) === row) await this.#run(row, handler, now);
  }

  /** What this release does not know is left alone. */
  #first(): JobRow | undefined {
    const { jobs } = this.state.tables;
    for (const place of jobs.range('due', '').ascending()) {
      const row = jobs.must(keyAt(place));
      if (this.handlers.has(row.name) && !this.#held.has(row.name)) return row;
    }
    return undefined;
  }

  /**
   * A fault of a job undoes what it did, and is reported; the others go on, and so does its rhythm. One that looks for rows
   * that are still being read runs when they are there, which is what the promise is for.
   */
  #run(row: JobRow, handler: JobHandler, now: number): Promise<void> | null {
    const { id, data } = row;
    try {
      this.state.transact((write) => {
        planNext(write, row, now);
        handler.run({ id, now, data }, write, this.services);
      });
    } catch (error) {
      if (error instanceof NotYet)
        return this.#runAfter(
          error.there.then(() => handler),
          row,
          now,
        );
      this.state.transact((write) => planNext(write, row, now));
      this.fault(error);
    }
    return null;
  }
}

/** What was missed while nobody looked runs once, not once a period. */
function planNext(write: Write, { id, due, every_ms }: JobRow, now: number): void {
  if (every_ms === null) return void write.jobs.remove(id);
  const missed = Math.floor((now - due) / every_ms);
  write.jobs.update(id, { due: due + (missed + 1) * every_ms });
}
