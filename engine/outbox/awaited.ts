import type { Services } from '../declaration/services.ts';
import type { Commits } from '../state/store/commits.ts';
import type { Courier } from './courier.ts';
import { Gate } from './gate.ts';

/** Calls that handlers wait for, at a time: apart from the outbox, so that slow receivers there keep nobody waiting. */
const mostAtOnce = 8;

/** `Services.send`. Rejects when what was changed before cannot be kept. */
export function awaitedSend(commits: Commits, courier: Courier): Services['send'] {
  const gate = new Gate(mostAtOnce);
  return async (call, settle) => {
    await commits.settle();
    const carried = await gate.through(() => courier.carry(call));
    try {
      return settle(carried);
    } finally {
      carried.record();
    }
  };
}
