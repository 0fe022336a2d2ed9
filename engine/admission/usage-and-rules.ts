/** Stream rules, compliance jobs and usage (choices: stream-rules, compliance-jobs, monthly-cap). */
import { isRecord } from '../checked/is.ts';
import { JobName, mostIds } from '../endpoints/v2/compliance/job.ts';
import { allowances, ruleObjection, RuleTag } from '../endpoints/v2/search/rules.ts';
import { dayOf } from '../social/usage.ts';
import type { ComplianceJob, StreamRule, UsageRow } from '../state/tables/usage-and-rules.ts';
import { demand, firstOf, made, setBy, typed } from './door.ts';
import type { Admission } from './door.ts';
import { bySchema, matching, moment } from './values.ts';

/** A Project keeps its rules when it moves to a plan that allows fewer (choice: plan-change). */
const mostRules = allowances.enterprise.rules;

export const stream_rules: Admission<StreamRule> = {
  doors: {
    id: typed,
    app_id: typed,
    value: setBy('changeStreamRules', (value: string) => ruleObjection(value, 'enterprise')),
    tag: setBy('changeStreamRules', bySchema(RuleTag)),
    created_at: moment,
  },
  among: ({ app_id }, { stream_rules }) =>
    demand(stream_rules.countBy('app', app_id) <= mostRules, 'app_id', `has more than ${mostRules} rules`),
};

/** More characters than a line of the result can have. */
const longestLine = 300;

export const compliance_jobs: Admission<ComplianceJob> = {
  doors: {
    id: typed,
    app_id: typed,
    type: setBy('createComplianceJob'),
    name: setBy('createComplianceJob', bySchema(JobName)),
    resumable: setBy('createComplianceJob'),
    status: typed,
    created_at: moment,
    upload_expires_at: moment,
    download_expires_at: moment,
    secret: made(matching(/^[A-Za-z0-9]{1,64}$/, 'a secret of letters and digits')),
    uploaded: setBy('uploadComplianceIds', (ids: string) =>
      ids.length <= mostIds * 20 && ids.split('\n').length <= mostIds ? null : `has more than ${mostIds} ids`,
    ),
    result: made<string>((lines) =>
      lines.length <= mostIds * longestLine &&
      lines.split('\n').every((line) => line === '' || isObject(line))
        ? null
        : 'is not JSON objects, one per line',
    ),
  },
  row: ({ status, uploaded, result }) =>
    firstOf(
      demand((status === 'complete') === (result !== null), 'result', `does not fit a job that is ${status}`),
      demand(
        (status === 'in_progress') === (uploaded !== null),
        'uploaded',
        `does not fit a job that is ${status}`,
      ),
    ),
};

function isObject(line: string): boolean {
  try {
    const read: unknown = JSON.parse(line);
    return isRecord(read) && !Array.isArray(read);
  } catch {
    return false;
  }
}

export const usage: Admission<UsageRow> = {
  doors: { id: typed, project_id: typed, app_id: typed, day: moment, posts: typed },
  row: ({ id, project_id, app_id, day }) =>
    firstOf(
      demand(day === dayOf(day), 'day', 'is not the beginning of a day'),
      demand(id === `${project_id}:${app_id}:${day}`, 'id', `is not ${project_id}:${app_id}:${day}`),
    ),
};
