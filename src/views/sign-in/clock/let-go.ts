/** Lets the clock run after the page of the flow that stopped it is gone, and says so. */
import type { PageSession } from '../../../state/session.svelte.ts';
import { endedFlow } from './ended.ts';
import { isHeldHere, withNoFlow } from './lock.ts';
import { clearMark, parseMark, readMark } from './mark.ts';

let isWatching = false;

/**
 * Waits until the page that holds the clock is gone; does not wait if it already is. `isFound`: the clock was stopped
 * before this page was opened. Otherwise, if the clock stops without a lock, a person has stopped it, and an existing
 * mark is outdated.
 */
export async function letGoOfLeftClock(session: PageSession, isFound: boolean): Promise<void> {
  if (session.visit || isHeldHere() || isWatching) return; // only this tab uses the clock of a visit
  isWatching = true;
  try {
    if (await withNoFlow(() => (isFound ? letRun(session) : clearMark()), true)) return;
    session.notices.say('A sign-in flow in another tab holds the clock still.', {
      label: 'Let it run',
      run: () => void session.clock.resume(),
    });
    await withNoFlow(() => letRun(session), false);
  } finally {
    isWatching = false;
  }
}

async function letRun(session: PageSession): Promise<void> {
  const text = readMark();
  if (text === null) return;
  const mark = parseMark(text);
  clearMark();
  const wasFrozen = session.clock.frozen;
  if (wasFrozen) await session.clock.resume();
  const clock = wasFrozen ? ' The clock runs again.' : '';
  if (!mark)
    return wasFrozen ? session.notices.say(`A sign-in flow ended with its page.${clock}`) : undefined;
  const { flow, done, of } = mark;
  const how = `ended with its page, after ${done} of ${of} messages: what it knew was not kept.${clock}`;
  const there = `#/sign-in/${flow}`;
  const lead = { label: 'Open Sign-in', run: () => (location.hash = there) };
  session.notices.say(endedFlow.say(flow, how), location.hash === there ? undefined : lead);
}
