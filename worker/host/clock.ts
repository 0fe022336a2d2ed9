/** The clock of the platform: jumps, which can be undone, and freezing. */
import type { Platform } from '../../engine/inside.ts';
import type { Handlers } from '../contract/contract.ts';
import type { ClockState } from '../contract/world.ts';
import type { Current } from './current.ts';

const loadJump = () => import('./jump.ts');

type OfClock = 'advance' | 'cancelJump' | 'undoJump' | 'freeze' | 'resume';

export function clock(current: Current): Pick<Handlers, OfClock> {
  const set = async (work: (platform: Platform) => Promise<void>): Promise<ClockState> => {
    await current.run(work);
    const clock = current.clock();
    current.announcer.say({ type: 'clock', clock });
    return clock;
  };
  return {
    async advance(id, ms) {
      let isMade = false;
      const clock = await set(async (platform) => {
        const { jump } = await loadJump();
        isMade = await jump(current, platform, ms, id);
      });
      return { ...clock, stopped: !isMade };
    },
    // Loads what `advance` loads, so that it comes after the jumps requested earlier.
    cancelJump: () => set((platform) => loadJump().then(() => platform.clock.cancel())),
    undoJump: (id, accepted) =>
      current.inTurn(async () => (await loadJump()).undoJump(current, id, accepted)),
    freeze: () => set((platform) => platform.clock.freeze()),
    resume: () => set((platform) => platform.clock.resume()),
  };
}
