import { v2 } from '../../../spec/apis.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { boolean, described, Id, integer, object, oneOf, optional } from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { notFound } from '../../../social/renderer.ts';
import { many } from '../../../social/schemas.ts';
import { keyAt } from '../../../state/store/range.ts';
import type { ComplianceJob } from '../../../state/tables/usage-and-rules.ts';
import {
  JobName,
  JobObject,
  keptTime,
  planStep,
  showJob,
  statuses,
  statusOf,
  types,
  uploadTime,
} from './job.ts';

/** The jobs belong to the App that calls. */
const common = { api: v2, section: '8.3', auth: ['app'] } as const;

const choices = ['envelope', 'compliance-jobs', 'cells'] as const;

const answers = { 200: json(object({ data: JobObject })) };

/** Most jobs in an answer, because the list has no pages. */
const most = 100;

export const getComplianceJobs = endpoint({
  ...common,
  id: 'getComplianceJobs',
  method: 'GET',
  path: '/2/compliance/jobs',
  summary: 'List the compliance jobs of the App',
  description: 'Returns the compliance jobs of the App of one type. Jobs of other Apps are never listed.',
  limits: limits('150 A', '5 A', '1 A'),
  choices,
  query: {
    type: described(oneOf(types), 'What the ids identify'),
    status: optional(oneOf(statuses), 'Only jobs with this status'),
  },
  answers: { 200: json(many(JobObject, object({ result_count: integer() }))) },
  refuses: [],
  example: { query: { type: 'posts' } },
  handle({ principal, query: { type, status }, now }, { tables, baseUrl }) {
    const jobs: ComplianceJob[] = [];
    for (const place of tables.compliance_jobs.range('app', principal.app.id).descending()) {
      const job = tables.compliance_jobs.must(keyAt(place));
      if (job.type !== type || (status && statusOf(job, now) !== status)) continue;
      if (jobs.push(job) === most) break;
    }
    const data = jobs.map((job) => showJob(job, now, baseUrl));
    return {
      status: 200,
      body: { ...(data.length > 0 && { data }), meta: { result_count: data.length } },
    };
  },
});

export const getComplianceJob = endpoint({
  ...common,
  id: 'getComplianceJob',
  method: 'GET',
  path: '/2/compliance/jobs/:job_id',
  summary: 'Look up a compliance job',
  description:
    'Returns one compliance job and how far it is. When its status is `complete`, its result can be downloaded.',
  limits: limits('150 A', '5 A', '1 A'),
  choices: [...choices, 'v2-404'],
  params: { job_id: described(Id, 'Id of the job') },
  answers,
  refuses: ['resourceNotFound'],
  example: { path: { job_id: '2021000000000000201' } },
  handle({ principal, path: { job_id: id }, now }, platform) {
    const job = platform.tables.compliance_jobs.get(id);
    return job?.app_id === principal.app.id
      ? { status: 200, body: { data: showJob(job, now, platform.baseUrl) } }
      : notFound('compliance_job', 'job_id', id, platform);
  },
});

export const createComplianceJob = endpoint({
  ...common,
  id: 'createComplianceJob',
  method: 'POST',
  path: '/2/compliance/jobs',
  summary: 'Create a compliance job',
  description:
    'Creates a job that checks which of your stored posts or users are still public. Its answer has the address that takes the ids for the next 15 minutes.',
  limits: limits('150 A', '15 A', '1 A'),
  choices,
  body: object({
    type: described(oneOf(types), 'What the ids identify'),
    name: optional(JobName, '1 to 64 characters'),
    resumable: optional(boolean(), 'Whether the ids may come in several uploads'),
  }),
  answers,
  refuses: [],
  example: { body: { type: 'users', name: 'Who left' } },
  handle({ principal, body, transact, now }, { state, jobs, baseUrl }) {
    const job = transact((write) => {
      const made = write.compliance_jobs.insert({
        id: state.nextId(now),
        app_id: principal.app.id,
        type: body.type,
        name: body.name ?? null,
        resumable: body.resumable ?? false,
        status: 'created',
        created_at: now,
        upload_expires_at: now + uploadTime,
        download_expires_at: now + keptTime,
        secret: state.random.alphanumeric(32),
        uploaded: null,
        result: null,
      });
      planStep(made.id, made.upload_expires_at, jobs, write);
      return made;
    });
    return { status: 200, body: { data: showJob(job, now, baseUrl) } };
  },
});
