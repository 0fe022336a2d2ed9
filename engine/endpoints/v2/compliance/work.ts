/** The scheduled work on compliance jobs (choice: compliance-jobs). */
import type { JobHandler, WorkHandlers } from '../../../declaration/work.ts';
import { lastId, momentOf } from '../../../state/ids.ts';
import type { Read } from '../../../state/state.ts';
import type { ComplianceJob } from '../../../state/tables/usage-and-rules.ts';
import { iso } from '../../../social/renderer.ts';
import { planStep, stepName } from './job.ts';

/** The next step of a job, by its id. The App, and the job with it, may have been deleted in the meantime. */
const step: JobHandler<string> = {
  run({ data: id, now }, write, { tables, jobs }) {
    const job = tables.compliance_jobs.get(id);
    if (!job) return;
    if (now >= job.download_expires_at) return void write.compliance_jobs.remove(id);
    if (job.status === 'created') write.compliance_jobs.update(id, { status: 'failed' });
    if (job.status === 'in_progress')
      write.compliance_jobs.update(id, {
        status: 'complete',
        uploaded: null,
        result: resultOf(job, now, tables),
      });
    planStep(id, job.download_expires_at, jobs, write);
  },
};

/** A line for each id that must no longer be shown. */
function resultOf({ type, uploaded }: ComplianceJob, now: number, tables: Read): string {
  const lines = (uploaded ?? '').split('\n').flatMap((id) => {
    const found = type === 'posts' ? lostPost(id, now, tables) : lostUser(id, tables);
    return found ? [`${JSON.stringify({ id, action: 'delete', ...found })}\n`] : [];
  });
  return lines.join('');
}

interface Lost {
  /** Absent if it is not known. */
  readonly created_at?: string;
  readonly reason: 'deleted' | 'protected';
}

function lostPost(id: string, now: number, { posts, users }: Read): Lost | null {
  const post = posts.get(id);
  if (!post) return { ...(wasGiven(id, now) && { created_at: iso(momentOf(id)) }), reason: 'deleted' };
  return users.must(post.author_id).protected
    ? { created_at: iso(post.created_at), reason: 'protected' }
    : null;
}

function lostUser(id: string, { users }: Read): Lost | null {
  const user = users.get(id);
  if (!user) return { reason: 'deleted' };
  return user.protected ? { created_at: iso(user.created_at), reason: 'protected' } : null;
}

/** Whether the platform can have issued an id, which then tells when. All its ids have 19 digits. */
const wasGiven = (id: string, now: number): boolean => id.length === lastId.length && momentOf(id) <= now;

export const work: WorkHandlers = {
  jobs: { [stepName]: step },
  effects: {},
};
