/** For a clock that a flow has stopped: whose page is gone lets it run, and says so. */
import { heldClockKey } from '../../../state/held-clock.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { endedFlow } from './ended.ts';
import { isHeldHere, pageLocks } from './lock.ts';
import { clearMark, readMark } from './mark.ts';

let isWatching = false;

/** Waits for the page that holds the clock to be gone; at once where it is. A page watches once. */
export async function letGoOfLeftClock(session: PageSession): Promise<void> {
  if (isHeldHere() || isWatching) return;
  isWatching = true;
  try {
    const isOurs = await attempt(session, true);
    if (isOurs) return;
    session.notices.say('A sign-in flow in another tab holds the clock still.', {
      label: 'Let it run',
      run: () => void session.resume(),
    });
    await attempt(session, false);
  } finally {
    isWatching = false;
  }
}

/** Resolves to whether the lock was had. */
async function attempt(session: PageSession, ifAvailable: boolean): Promise<boolean> {
  if (!pageLocks) {
    await letRun(session);
    return true;
  }
  return pageLocks.request(heldClockKey, { ifAvailable }, async (lock) => {
    if (lock) await letRun(session);
    return lock !== null;
  });
}

async function letRun(session: PageSession): Promise<void> {
  const mark = readMark();
  clearMark();
  const wasFrozen = session.frozen;
  if (wasFrozen) await session.resume();
  if (!mark) return;
  const text = endedFlow.say(
    mark.flow,
    `ended with its page, after ${mark.done} of ${mark.of} messages: what it knew is kept nowhere.${wasFrozen ? ' The clock runs again.' : ''}`,
  );
  session.notices.say(text, {
    label: 'Open Sign-in',
    run: () => (location.hash = `#/sign-in/${mark.flow}`),
  });
}
