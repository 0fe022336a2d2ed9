import type { ClockState, Playground } from '../../worker/api.ts';
import { lostWords, tooMuchWords } from './lost-words.ts';
import type { Notices } from './notices.svelte.ts';

/** What the moves need from the clock. */
interface Clock {
  readonly playground: Playground;
  readonly notices: Notices;
  readonly isJumping: boolean;
  readonly frozen: boolean;
  readonly set: (state: ClockState) => void;
  readonly freeze: () => Promise<void>;
  readonly resume: () => Promise<void>;
}

/** Resolves to whether the clock reached the target: not if it was already moving, nor if somebody stopped it. */
export async function advance(clock: Clock, ms: number): Promise<boolean> {
  if (clock.isJumping) return false;
  try {
    const jumped = await clock.playground.advance(ms);
    clock.set(jumped);
    return !jumped.stopped;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    clock.notices.say('The clock cannot go there: it ends in 2079, and never runs backwards.');
    return false;
  }
}

/** Stops the clock or lets it run, unless it is moving. */
export async function toggle(clock: Clock): Promise<void> {
  if (!clock.isJumping) await (clock.frozen ? clock.resume() : clock.freeze());
}

/**
 * Undoes the clock's last jump. If something would be lost, it is listed first and the person confirms. Resolves to
 * whether it was undone.
 */
export async function undoJump(clock: Clock, accepted = false): Promise<boolean> {
  const { playground, notices } = clock;
  const undone = await playground.undoJump(accepted);
  if (undone.kind === 'undone') return true;
  if (undone.kind === 'gone') {
    notices.say('The state before the jump is no longer known: another tab has taken over the engine.');
    return false;
  }
  if (undone.kind === 'tooMuch') {
    notices.say(tooMuchWords);
    return false;
  }
  const lost = undone.kind === 'asks' ? lostWords(undone) : 'everything since';
  notices.say(`Undoing the jump would also lose what came after it: ${lost}.`, {
    label: 'Undo anyway',
    run: () => void undoJump(clock, true),
  });
  return false;
}
