import type { Endpoint } from '../../../declaration/endpoint.ts';
import { downloadComplianceResult, uploadComplianceIds } from './files.ts';
import { createComplianceJob, getComplianceJob, getComplianceJobs } from './jobs.ts';

/** In the order in which people read them. */
export const endpoints: readonly Endpoint[] = [
  getComplianceJobs,
  getComplianceJob,
  createComplianceJob,
  uploadComplianceIds,
  downloadComplianceResult,
];
