/** A compliance job: what it shows, and how it comes to its end by the clock (choice: compliance-jobs). */
import type { Jobs } from '../../../declaration/services.ts';
import { described, Id, named, object, oneOf, optional, string, Time } from '../../../spec/fields.ts';
import { visibleText } from '../../../spec/visible.ts';
import { iso } from '../../../social/renderer.ts';
import type { Write } from '../../../state/state.ts';
import type { ComplianceJob } from '../../../state/tables/usage-and-rules.ts';

/** The job of the platform's clock that brings each on: it fails without an upload, is worked on after one, is forgotten. */
export const stepName = 'complianceStep';

/** Between creation and the last upload, epoch ms. */
export const uploadTime = 15 * 60_000;
/** Between creation and the end of everything. */
export const keptTime = 7 * 86_400_000;

/** Ids of one job, whatever the number of its uploads. */
export const mostIds = 100_000;

/** What it takes to work on so many ids: 10 seconds to a minute. */
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
    upload_url: described(string(), 'Where the ids are sent to by PUT, one per line, as text/plain'),
    upload_expires_at: Time,
    download_url: described(
      string(),
      'Where the result is, one JSON object a line, when the job is complete',
    ),
    download_expires_at: Time,
  }),
);

/** The same to the millisecond, whenever the clock was looked at last. */
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

/** Plans what happens next to a job when nobody calls; one step at a time. For use inside a transaction. */
export function planStep(id: string, due: number, jobs: Jobs, write: Write): void {
  jobs.plan(write, { id: `${stepName}:${id}`, name: stepName, due, data: id });
}
