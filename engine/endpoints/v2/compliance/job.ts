/** A compliance job: how it is shown, and how the clock moves it to its end (choice: compliance-jobs). */
import type { Jobs } from '../../../declaration/services.ts';
import { described, Id, named, object, oneOf, optional, string, Time } from '../../../spec/fields.ts';
import { secret } from '../../../spec/secret.ts';
import { visibleText } from '../../../spec/visible.ts';
import { iso } from '../../../social/renderer.ts';
import type { Write } from '../../../state/state.ts';
import type { ComplianceJob } from '../../../state/tables/usage-and-rules.ts';

/**
 * Name of the scheduled job that moves a compliance job to its next step: failed without an upload, complete after one,
 * then removed.
 */
export const stepName = 'complianceStep';

/** Between creation and the last upload, in ms. */
export const uploadTime = 15 * 60_000;
/** Between creation and removal, in ms. */
export const keptTime = 7 * 86_400_000;

/** Most ids of one job, over all its uploads. */
export const mostIds = 100_000;

/** How long a job with this many ids takes, in ms: 10 seconds to a minute. */
export const workTime = (ids: number): number => Math.min(60, 10 + Math.ceil(ids / 2000)) * 1000;

export const JobName = visibleText(1, 64, 'a name');

export const types = ['posts', 'users'] as const;
export const statuses = ['created', 'in_progress', 'failed', 'complete'] as const;

export const JobObject = named(
  'ComplianceJob',
  object({
    id: Id,
    type: oneOf(types),
    status: oneOf(statuses),
    created_at: Time,
    name: optional(string()),
    upload_url: secret(
      described(string(), 'Address for the ids: send them with PUT as text/plain, one per line'),
      'secret address',
    ),
    upload_expires_at: Time,
    download_url: secret(
      described(string(), 'Address of the result when the job is complete: one JSON object per line'),
      'secret address',
    ),
    download_expires_at: Time,
  }),
);

/** The status at `now`, exact even if the scheduled job has not run yet. */
export const statusOf = (job: ComplianceJob, now: number): ComplianceJob['status'] =>
  job.status === 'created' && now >= job.upload_expires_at ? 'failed' : job.status;

export function showJob(job: ComplianceJob, now: number, baseUrl: string): object {
  const address = (way: string) => `${baseUrl}/compliance/jobs/${job.id}/${way}/${job.secret}`;
  return {
    id: job.id,
    type: job.type,
    status: statusOf(job, now),
    created_at: iso(job.created_at),
    ...(job.name !== null && { name: job.name }),
    upload_url: address('upload'),
    upload_expires_at: iso(job.upload_expires_at),
    download_url: address('download'),
    download_expires_at: iso(job.download_expires_at),
  };
}

/** Plans the next step of a job, one at a time. For use inside a transaction. */
export function planStep(id: string, due: number, jobs: Jobs, write: Write): void {
  jobs.plan(write, { id: `${stepName}:${id}`, name: stepName, due, data: id });
}
