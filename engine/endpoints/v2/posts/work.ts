/** The work that remains after a post with very many likes or reposts was deleted. */
import type { JobHandler, WorkHandlers } from '../../../declaration/work.ts';
import { removeRest } from '../../../social/deleting.ts';
import { clearPostJob } from '../../../state/tables/removed-post.ts';

const clear: JobHandler<string> = {
  run: ({ now, data }, write, { tables }) => removeRest(data, now, tables, write),
};

export const work: WorkHandlers = { jobs: { [clearPostJob]: clear }, effects: {} };
