/** A jump of the clock, told to the pages when it takes longer than a moment. */
import type { Credential, JumpUnderWay, Platform } from '../../engine/inside.ts';
import { BeforeJump } from './before-jump.ts';
import { Soon } from './timers.ts';
import type { JumpState } from '../contract/world.ts';

/** How long a moment is, and how often a page hears of what takes longer at most, in ms. */
const tellMs = 250;
/** How long a jump works at most before others have their turn, in ms: who wants to stop it is among them. */
const turnMs = 50;

export interface JumpParts {
  /** Told the id when it begins, and null when it is over. */
  readonly at: (id: string | null) => void;
  readonly vault: () => readonly Credential[];
  /** Before anything is changed; not for a jump that is asked for again. */
  readonly begins: (before: BeforeJump) => void;
  readonly tell: (way: JumpUnderWay, end: JumpState['end']) => void;
}

/** Resolves to whether it was made, and not stopped. */
export async function jump(
  platform: Platform,
  ms: number,
  id: string,
  { at, vault, begins, tell }: JumpParts,
): Promise<boolean> {
  const { clock } = platform;
  const told: { way?: JumpUnderWay; before?: BeforeJump; isLong?: true } = {};
  const soon = new Soon(tellMs, () => {
    told.isLong = true;
    if (told.way) tell(told.way, null);
  });
  let turn = 0;
  let isMade = false;
  try {
    isMade = await clock.advance(ms, id, (now, way) => {
      soon.ask();
      const isFirst = !told.way;
      told.way = way;
      if (isFirst) {
        at(id);
        turn = performance.now();
        if (now === way.from && ms > 0)
          return platform.history.begin().then(() => begins((told.before = new BeforeJump(vault(), now))));
      }
      if (performance.now() - turn < turnMs) return;
      return new Promise((go) => setTimeout(go)).then(() => void (turn = performance.now()));
    });
  } finally {
    soon.stop();
    at(null);
    const { way, before, isLong } = told;
    if (way && before) before.ms = isMade ? ms : Math.min(clock.now(), way.until) - way.from;
    if (way && isLong) tell(way, isMade ? 'made' : 'stopped');
  }
  return isMade;
}
