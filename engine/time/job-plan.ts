import type { Jobs, PlannedJob } from '../declaration/services.ts';
import type { StateView, Write } from '../state/state.ts';

/** The rows of jobs that handlers plan. */
export class JobPlan implements Jobs {
  constructor(private readonly state: StateView) {}

  plan(write: Write, { id = this.state.nextId(), name, due, everyMs, data = null }: PlannedJob): string {
    write.jobs.put({ id, name, due, every_ms: everyMs ?? null, data });
    return id;
  }

  cancel(write: Write, id: string): boolean {
    return write.jobs.remove(id);
  }
}
