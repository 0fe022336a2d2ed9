/** Data of Apps: rules of the filtered stream, compliance jobs, and usage that counts against the monthly cap. */
import { flag, id, keyOf, matching, moment, nullable, oneOf, text, whole } from '../store/kinds.ts';
import type { Fields } from '../store/kinds.ts';

/** choice: stream. */
export interface StreamRule {
  readonly id: string;
  readonly app_id: string;
  readonly value: string;
  /** Empty for none. */
  readonly tag: string;
  readonly created_at: number;
}

const app_id = keyOf('apps');

export const streamRuleFields: Fields<StreamRule> = {
  id,
  app_id,
  value: text,
  tag: text,
  created_at: moment,
};

export interface ComplianceJob {
  readonly id: string;
  readonly app_id: string;
  readonly type: 'posts' | 'users';
  /** null for none. */
  readonly name: string | null;
  readonly resumable: boolean;
  readonly status: 'created' | 'in_progress' | 'failed' | 'complete';
  readonly created_at: number;
  readonly upload_expires_at: number;
  readonly download_expires_at: number;
  /** The secret at the end of the addresses of upload and download, which gives access to them. */
  readonly secret: string;
  /** The ids that were uploaded, one per line; null before. */
  readonly uploaded: string | null;
  /** JSON objects, one per line; null before the job is complete. */
  readonly result: string | null;
}

export const complianceJobFields: Fields<ComplianceJob> = {
  id,
  app_id,
  type: oneOf('posts', 'users'),
  name: nullable(text),
  resumable: flag,
  status: oneOf('created', 'in_progress', 'failed', 'complete'),
  created_at: moment,
  upload_expires_at: moment,
  download_expires_at: moment,
  secret: text,
  uploaded: nullable(matching(/^\d{1,19}(?:\n\d{1,19})*$/, 'ids of 1 to 19 digits, one per line')),
  result: nullable(text),
};

/** Posts that an App was given on one day (choice: monthly-cap). */
export interface UsageRow {
  /** `<project>:<app>:<day>`. */
  readonly id: string;
  readonly project_id: string;
  /** The App may have been deleted: what it was given still counts. */
  readonly app_id: string;
  /** The start of the day in UTC, epoch ms. */
  readonly day: number;
  readonly posts: number;
}

export const usageFields: Fields<UsageRow> = {
  id: text,
  project_id: keyOf('projects'),
  app_id: id,
  day: moment,
  posts: whole(0),
};
