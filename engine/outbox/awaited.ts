import type { Services } from '../declaration/services.ts';
import type { Commits } from '../state/store/commits.ts';
import type { Courier } from './courier.ts';

/** `Services.send`. Rejects when what was changed before cannot be kept. */
export function awaitedSend(commits: Commits, courier: Courier): Services['send'] {
  return async (call, settle) => {
    await commits.settle();
    const carried = await courier.carry(call);
    try {
      return settle(carried);
    } finally {
      carried.record();
    }
  };
}
