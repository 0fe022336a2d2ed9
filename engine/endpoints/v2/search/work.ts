import type { WorkHandlers } from '../../../declaration/work.ts';
import { connectionsOf, streamJob } from './connections.ts';

export const work: WorkHandlers = {
  jobs: {
    [streamJob]: {
      /** After a restart nobody is connected, so the job ends with its next run. */
      run({ id, now }, write, platform) {
        const isAnyLeft = connectionsOf(platform).tick(now);
        if (id === streamJob && !isAnyLeft) platform.jobs.cancel(write, id);
      },
    },
  },
  effects: {},
};
