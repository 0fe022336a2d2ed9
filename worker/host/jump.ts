/** A jump of the clock, reported to the pages when it takes longer than a moment, and its undo. */
import type { JumpUnderWay, Platform } from '../../engine/inside.ts';
import type { JumpState, Undone } from '../contract/world.ts';
import { BeforeJump } from './before-jump.ts';
import type { Current } from './current.ts';
import type { InUse } from './in-use.ts';
import { Soon } from './timers.ts';

/** The length of a moment, and the shortest time between two progress events, in ms. */
const tellMs = 250;
/** How long a jump works before others get a turn, in ms, including a request to stop it. */
const turnMs = 50;

/** What a jump needs of a platform. `history`: remembers how things were before it. */
interface Jumping {
  readonly clock: Platform['clock'];
  readonly history: Pick<Platform['history'], 'begin'>;
}

/** Resolves to whether it was made and not stopped. A repeated request does not jump again. */
export async function jump(
  current: Pick<InUse, 'announcer' | 'beforeJump' | 'clock' | 'jump' | 'vault'>,
  platform: Jumping,
  ms: number,
  id: string,
): Promise<boolean> {
  const { announcer } = current;
  const { clock } = platform;
  const told: { way?: JumpUnderWay; before?: BeforeJump; isLong?: true } = {};
  const tell = (way: JumpUnderWay, end: JumpState['end']) => {
    const state = { ...way, clock: current.clock(), end };
    current.jump = end ? null : state;
    announcer.say({ type: 'jump', ...state });
  };
  const soon = new Soon(tellMs, () => {
    told.isLong = true;
    if (told.way) tell(told.way, null);
  });
  /** Called before anything is changed. */
  const begin = async (now: number) => {
    await platform.history.begin();
    current.beforeJump = told.before = new BeforeJump(current.vault, now);
  };
  let turn = 0;
  let isMade = false;
  try {
    isMade = await clock.advance(ms, id, (now, way) => {
      soon.ask();
      const isFirst = !told.way;
      told.way = way;
      if (isFirst) {
        announcer.jump = id;
        turn = performance.now();
        if (now === way.from && ms > 0) return begin(now);
      }
      if (performance.now() - turn < turnMs) return;
      return new Promise((go) => setTimeout(go)).then(() => void (turn = performance.now()));
    });
  } finally {
    soon.stop();
    announcer.jump = null;
    const { way, before, isLong } = told;
    if (way && before) before.ms = isMade ? ms : Math.min(clock.now(), way.until) - way.from;
    if (way && isLong) tell(way, isMade ? 'made' : 'stopped');
  }
  return isMade;
}

/** If something was done since, it asks first, unless that is accepted. */
export async function undoJump(current: Current, id: string, accepted: boolean): Promise<Undone> {
  if (id === current.reset) return { kind: 'undone' };
  await current.settled();
  const { announcer, beforeJump: before, platform } = current;
  const { history } = platform;
  if (!before || history.standing === 'none') return { kind: 'gone' };
  if (history.standing === 'tooMuch') return { kind: 'tooMuch' };
  const { calls, changes, isAny, vault } = before;
  if (isAny && !accepted) return { kind: 'asks', calls, changes };
  await platform.whole();
  await history.bringBack(() => {
    current.keeper.beside = { vault, reset: id };
    current.vault = vault;
    current.beforeJump = null;
    current.reset = id;
  });
  // If only time was lost, the pages need not reload everything.
  announcer.takeAsTold();
  announcer.say({ type: 'world', world: current.world() });
  announcer.say(isAny ? { type: 'restarted' } : { type: 'clock', clock: current.clock() });
  return { kind: 'undone' };
}
