/** What happens to compliance jobs when nobody calls (choice: compliance-jobs). */
import type { JobHandler, WorkHandlers } from '../../../declaration/work.ts';
import { momentOf } from '../../../state/ids.ts';
import type { Read } from '../../../state/state.ts';
import type { ComplianceJob } from '../../../state/tables/usage-and-rules.ts';
import { iso } from '../../../social/renderer.ts';
import { planStep, stepName } from './job.ts';

/** The next step of a job, by its id. Its App may have been deleted meanwhile, and the job with it. */
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
        result: resultOf(job, tables),
      });
    planStep(id, job.download_expires_at, jobs, write);
  },
};

/** A line for each id that must not be shown any more. */
function resultOf({ type, uploaded }: ComplianceJob, tables: Read): string {
  const lines = (uploaded ?? '').split('\n').flatMap((id) => {
    const found = type === 'posts' ? lostPost(id, tables) : lostUser(id, tables);
    return found ? [`${JSON.stringify({ id, action: 'delete', ...found })}\n`] : [];
  });
  return lines.join('');
}

interface Lost {
  readonly created_at: string;
  readonly reason: 'deleted' | 'protected';
}

function lostPost(id: string, { posts, users }: Read): Lost | null {
  const post = posts.get(id);
  if (!post) return gone(id);
  return users.get(post.author_id)!.protected
    ? { created_at: iso(post.created_at), reason: 'protected' }
    : null;
}

function lostUser(id: string, { users }: Read): Lost | null {
  const user = users.get(id);
  if (!user) return gone(id);
  return user.protected ? { created_at: iso(user.created_at), reason: 'protected' } : null;
}

/** Ids tell when they were given. */
const gone = (id: string): Lost => ({ created_at: iso(momentOf(id)), reason: 'deleted' });

export const work: WorkHandlers = {
  jobs: { [stepName]: step },
  effects: {},
};
