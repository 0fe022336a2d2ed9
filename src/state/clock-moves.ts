import type { ClockState, Playground } from '../../worker/api.ts';
import { lostWords, tooMuchWords } from './lost-words.ts';
import type { Notices } from './notices.svelte.ts';

/** What moves of the clock need of the session. */
interface Mover {
  readonly playground: Playground;
  readonly notices: Notices;
  readonly isJumping: boolean;
  readonly frozen: boolean;
  readonly setClock: (clock: ClockState) => void;
  readonly freeze: () => Promise<void>;
  readonly resume: () => Promise<void>;
}

/** Resolves to whether the clock went that far: not while it is on its way already, nor when somebody stopped it. */
export async function advance(session: Mover, ms: number): Promise<boolean> {
  if (session.isJumping) return false;
  try {
    const jumped = await session.playground.advance(ms);
    session.setClock(jumped);
    return !jumped.stopped;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    session.notices.say('The clock does not go there: it ends with 2079, and never runs back.');
    return false;
  }
}

/** Stops the clock or lets it run, unless it is on its way. */
export async function toggle(session: Mover): Promise<void> {
  if (!session.isJumping) await (session.frozen ? session.resume() : session.freeze());
}

/**
 * Brings back how things were before the clock's last jump. What would be lost is said first, and the person says once more.
 * Resolves to whether it is undone.
 */
export async function undoJump(playground: Playground, notices: Notices, accepted = false): Promise<boolean> {
  const undone = await playground.undoJump(accepted);
  if (undone.kind === 'undone') return true;
  if (undone.kind === 'gone') {
    notices.say('Nobody knows any more how things were before the jump: another tab runs the engine since.');
    return false;
  }
  if (undone.kind === 'tooMuch') {
    notices.say(tooMuchWords);
    return false;
  }
  const lost = undone.kind === 'asks' ? lostWords(undone) : 'everything since';
  notices.say(`With the jump would go what came after it: ${lost}.`, {
    label: 'Undo all the same',
    run: () => void undoJump(playground, notices, true),
  });
  return false;
}
