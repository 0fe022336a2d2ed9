/** Sends a load to a copy of the platform, to find out what it costs without using up the real limits. */
import type { OnCopy } from '../contract/load.ts';
import { loadTrials } from '../../engine/inside.ts';
import type { Family, OwnWaiting, Pause, Platform, TriedLoad, Waiting } from '../../engine/inside.ts';
import { copyOf } from './copy.ts';

/** The load, with its program already in the sandbox. */
export interface Load extends Omit<OnCopy, 'waiting'> {
  readonly waiting: Waiting | OwnWaiting;
}

/**
 * Starts at the platform's time or, if every window starts full, at its next whole second. An exception of `told`
 * ends it. Rejects with a TypeError or RangeError for an invalid load.
 */
export async function onCopy(
  platform: Pick<Platform, 'snapshot' | 'clock'>,
  families: readonly Family[],
  { fresh, ...load }: Load,
  told: (soFar: Parameters<Pause>[0]) => void = () => undefined,
): Promise<TriedLoad> {
  const { fresh: counted, tryLoad } = await loadTrials();
  // Resets are at whole seconds: started at one, the same load gives the same result at any time.
  const at = platform.clock.now();
  const now = fresh ? Math.ceil(at / 1000) * 1000 : at;
  // The real platform can answer in between.
  return tryLoad(await copyOf(platform, families, now, fresh ? counted : []), load, async (soFar) => {
    told(soFar);
    await new Promise<void>((resolve) => setTimeout(resolve));
  });
}
