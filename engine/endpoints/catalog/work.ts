import { jobs } from '../../catalog/jobs.ts';
import type { WorkHandlers } from '../../declaration/work.ts';

export const work: WorkHandlers = { jobs, effects: {} };
