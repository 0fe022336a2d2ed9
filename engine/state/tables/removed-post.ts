import type { JobRow } from './work.ts';

/** The job that removes what relates to a post that is gone. Its data is the post's id. */
export const clearPostJob = 'post-clear';

/** The post that is gone while the job's row is there; null for any other job. */
export const removedPostOf = ({ name, data }: JobRow): string | null =>
  name === clearPostJob && typeof data === 'string' ? data : null;
