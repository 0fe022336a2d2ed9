import type { Handlers } from '../declaration/handlers.ts';
import type { Services } from '../declaration/services.ts';
import type { JobHandler, PeriodicJob } from '../declaration/work.ts';
import type { State, Write } from '../state/state.ts';
import { NotYet } from '../state/store/not-yet.ts';
import { keyAt } from '../state/store/range.ts';
import type { JobRow } from '../state/tables/work.ts';

/** Jobs by due time, then by id. The due times are rows, so they survive a restart. */
export class Scheduler {
  /** Names of jobs whose family could not be loaded. They are tried again when the clock moves. */
  readonly #held = new Set<string>();

  constructor(
    private readonly state: State,
    private readonly handlers: Handlers<JobHandler>,
    private readonly services: Services,
    /** Called with what a job threw, since no caller waits for it. */
    private readonly fault: (error: unknown) => void,
  ) {}

  /** Gives every job without a row its first due time. A changed period applies from the next run on. */
  start(now: number, jobs: readonly PeriodicJob[]): void {
    this.state.transact((write) => {
      for (const { name, everyMs } of jobs) {
        const row = this.state.tables.jobs.get(name);
        if (!row) write.jobs.insert({ id: name, name, due: now + everyMs, every_ms: everyMs, data: null });
        else if (row.every_ms !== everyMs) write.jobs.update(name, { every_ms: everyMs });
      }
    });
  }

  /** When the next job is due, in epoch ms; null for never. */
  next(): number | null {
    return this.#first()?.due ?? null;
  }

  /** Tries again the jobs that could not be loaded. */
  retry(): void {
    this.#held.clear();
  }

  /**
   * Runs the first job that is due at `now`, and plans its next run. Returns a promise when something has to be
   * loaded first.
   */
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

  /** Jobs that this release does not know are left alone. */
  #first(): JobRow | undefined {
    const { jobs } = this.state.tables;
    for (const place of jobs.range('due', '').ascending()) {
      const row = jobs.must(keyAt(place));
      if (this.handlers.has(row.name) && !this.#held.has(row.name)) return row;
    }
    return undefined;
  }

  /**
   * When a job throws, its changes are undone and the fault is reported; the other jobs continue, and so does its
   * period. A job that needs rows that are still loading runs once they are loaded: hence the promise.
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

/** Missed runs happen once, not once per period. */
function planNext(write: Write, { id, due, every_ms }: JobRow, now: number): void {
  if (every_ms === null) return void write.jobs.remove(id);
  const missed = Math.floor((now - due) / every_ms);
  write.jobs.update(id, { due: due + (missed + 1) * every_ms });
}
