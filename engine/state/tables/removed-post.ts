import type { JobRow } from './work.ts';

/** The job that removes what belongs to a deleted post. Its data is the post's id. */
export const clearPostJob = 'post-clear';

/** The deleted post of a job's row; null for any other job. */
export const removedPostOf = ({ name, data }: JobRow): string | null =>
  name === clearPostJob && typeof data === 'string' ? data : null;
