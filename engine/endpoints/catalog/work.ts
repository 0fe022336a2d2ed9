import { jobs } from '../../catalog/jobs.ts';
import type { WorkHandlers } from '../../declaration/work.ts';
import { jobs as feedJobs } from '../../feeds/jobs.ts';
import { feedRun } from '../../feeds/run.ts';

export const work: WorkHandlers = {
  jobs: { ...jobs, ...feedJobs },
  effects: {},
  undertakings: { feedRun },
};
