/** A load that is sent to a copy of the platform: what it costs is found out, and nobody pays for it. */
import type { OnCopy } from '../contract/load.ts';
import { loadTrials } from '../../engine/inside.ts';
import type { Family, OwnWaiting, Pause, Platform, TriedLoad, Waiting } from '../../engine/inside.ts';
import { copyOf } from './copy.ts';

/** What is sent, with the program already in the sandbox. */
export interface Load extends Omit<OnCopy, 'waiting'> {
  readonly waiting: Waiting | OwnWaiting;
}

/** Begins at the platform's time, or where all is whole with its next second. What `told` throws ends it. Rejects with a TypeError or RangeError for what is no such load. */
export async function onCopy(
  platform: Pick<Platform, 'snapshot' | 'clock'>,
  families: readonly Family[],
  { fresh, ...load }: Load,
  told: (soFar: Parameters<Pause>[0]) => void = () => undefined,
): Promise<TriedLoad> {
  const { fresh: counted, tryLoad } = await loadTrials();
  // Resets are at whole seconds: from a whole one, the same load gives the same at any moment.
  const at = platform.clock.now();
  const now = fresh ? Math.ceil(at / 1000) * 1000 : at;
  // The platform that people work with answers in between.
  return tryLoad(await copyOf(platform, families, now, fresh ? counted : []), load, async (soFar) => {
    told(soFar);
    await new Promise<void>((resolve) => setTimeout(resolve));
  });
}
