import type { State, Write } from '../state/state.ts';

/** Work that recurs. What was missed while nobody looked runs once, not once a period. */
export interface PeriodicJob {
  readonly name: string;
  readonly everyMs: number;
  /** `now` is the moment it was due; what it writes is one change with its next due time. */
  run(now: number, write: Write): void;
}

/** Jobs by the time they fall due; the due times are rows, so they survive a restart. */
export class Scheduler {
  readonly #jobs: ReadonlyMap<string, PeriodicJob>;

  constructor(
    private readonly state: State,
    jobs: readonly PeriodicJob[],
  ) {
    this.#jobs = new Map(jobs.map((job) => [job.name, job]));
  }

  /** Gives every job that has no row yet its first due time. */
  start(now: number): void {
    this.state.transact((write) => {
      for (const job of this.#jobs.values())
        if (!this.state.tables.jobs.get(job.name))
          write.jobs.insert({ id: job.name, name: job.name, due: now + job.everyMs });
    });
  }

  /** When something next falls due, or null. */
  next(): number | null {
    let next: number | null = null;
    for (const { name, due } of this.state.tables.jobs.values())
      if (this.#jobs.has(name) && (next === null || due < next)) next = due;
    return next;
  }

  /** Runs what is due first, at `now`, and plans its next run. */
  runNext(now: number): void {
    const row = [...this.state.tables.jobs.values()]
      .filter(({ name, due }) => this.#jobs.has(name) && due <= now)
      .sort((a, b) => a.due - b.due || (a.id < b.id ? -1 : 1))[0];
    if (!row) return;
    const job = this.#jobs.get(row.name)!;
    const missed = Math.floor((now - row.due) / job.everyMs);
    this.state.transact((write) => {
      job.run(now, write);
      write.jobs.update(row.id, { due: row.due + (missed + 1) * job.everyMs });
    });
  }
}
