/** The two addresses of a compliance job: one takes the ids, the other gives the result. */
import { files } from '../../../spec/apis.ts';
import { endpoint, json, plain } from '../../../declaration/endpoint.ts';
import type { Opens } from '../../../declaration/endpoint.ts';
import { described, Id, integer, matching, string } from '../../../spec/fields.ts';
import { secret } from '../../../spec/secret.ts';
import { unlisted } from '../../../spec/limits.ts';
import { refuse } from '../../../spec/problems.ts';
import type { Refusal } from '../../../spec/problems.ts';
import { iso } from '../../../social/renderer.ts';
import { dataOf } from '../../../social/schemas.ts';
import type { ComplianceJob } from '../../../state/tables/usage-and-rules.ts';
import { mostIds, planStep, statusOf, workTime } from './job.ts';

const opens: Opens = ({ job_id = '', secret: given }, { tables }) => {
  const job = tables.compliance_jobs.get(job_id);
  return job && job.secret === given ? tables.apps.get(job.app_id) : undefined;
};

const common = {
  api: files,
  section: '8.3',
  auth: ['address'],
  opens,
  limits: unlisted('300 A'),
  choices: ['compliance-jobs', 'unlisted'],
  params: {
    job_id: described(Id, 'Id of the job'),
    secret: secret(
      described(matching(/^[A-Za-z0-9]{1,64}$/, 'a secret of letters and digits'), 'Secret of the job'),
      'secret address',
    ),
  },
} as const;

export const uploadComplianceIds = endpoint({
  ...common,
  id: 'uploadComplianceIds',
  method: 'PUT',
  path: '/compliance/jobs/:job_id/upload/:secret',
  summary: 'Send the ids of a compliance job',
  description:
    'Takes the ids of a compliance job, each on its own line. The address contains a secret, so the call has no credentials.',
  plain: described(string(), 'Ids, one per line'),
  answers: { 200: json(dataOf({ id_count: described(integer(), 'Ids that the job has now') })) },
  refuses: ['parameterInvalid', 'foreignResource'],
  example: {
    path: { job_id: '2021000000000000202', secret: 'nightly' },
    body: '2020777185899446272\n2020777185899446273\n',
  },
  handle({ path, body, transact, now }, { tables, jobs }) {
    const job = tables.compliance_jobs.must(path.job_id);
    const refusal = closed(job, now);
    if (refusal) return refusal;
    const ids = readIds(job, body);
    if (!Array.isArray(ids)) return ids;
    transact((write) => {
      write.compliance_jobs.update(job.id, { status: 'in_progress', uploaded: ids.join('\n') });
      planStep(job.id, now + workTime(ids.length), jobs, write);
    });
    return { status: 200, body: { data: { id_count: ids.length } } };
  },
});

export const downloadComplianceResult = endpoint({
  ...common,
  id: 'downloadComplianceResult',
  method: 'GET',
  path: '/compliance/jobs/:job_id/download/:secret',
  summary: 'Fetch the result of a compliance job',
  description:
    'Returns the result of a compliance job: a line with a JSON object for each id that must be deleted or updated. The address contains a secret, so the call has no credentials.',
  answers: { 200: plain(described(string(), 'JSON objects, one per line')) },
  refuses: ['resourceNotFound'],
  example: { path: { job_id: '2021000000000000201', secret: 'weekly' } },
  handle({ path, now }, { tables }) {
    const job = tables.compliance_jobs.must(path.job_id);
    if (job.result !== null) return { status: 200, body: job.result };
    const message = `Job ${job.id} has no result: ${withoutResult[statusOf(job, now)]}`;
    return refuse('resourceNotFound', message, { errors: [{ message }] });
  },
});

const withoutResult: Readonly<Record<ComplianceJob['status'], string>> = {
  created: 'it waits for ids',
  in_progress: 'it is in progress',
  failed: 'it failed, because no ids came in time',
  complete: 'it is complete',
};

/** Why a job accepts no ids, or no more of them; null if it does. */
function closed(job: ComplianceJob, now: number): Refusal<'foreignResource'> | null {
  const isOpen = job.status === 'created' || (job.resumable && job.status === 'in_progress');
  if (isOpen && now < job.upload_expires_at) return null;
  const message = isOpen
    ? `The address for uploads expired at ${iso(job.upload_expires_at)}`
    : `Job ${job.id} takes no more ids: its status is ${job.status}`;
  return refuse('foreignResource', message, { errors: [{ message }] });
}

/** All ids of the job in the order in which they came, each once; or what is wrong with the text. */
function readIds({ uploaded }: ComplianceJob, text: string): string[] | Refusal<'parameterInvalid'> {
  const ids = new Set(uploaded?.split('\n'));
  let number = 0;
  for (const line of text.split('\n')) {
    number++;
    const id = line.trim();
    if (id === '') continue;
    if (!/^\d{1,19}$/.test(id)) return wrong(`Line ${number} of the body is not an id: [${id.slice(0, 30)}]`);
    ids.add(id);
    if (ids.size > mostIds)
      return wrong(`The job would have more than ${mostIds} ids with line ${number} of the body`);
  }
  return ids.size === 0 ? wrong('The body has no ids') : [...ids];
}

const wrong = (message: string): Refusal<'parameterInvalid'> =>
  refuse('parameterInvalid', message, { errors: [{ message }] });
