/** The browser's lock on the clock: it lasts as long as the page that has it. */
import { heldClockKey } from './key.ts';

/** undefined on plain http, and where there is no browser. */
export const pageLocks: LockManager | undefined =
  typeof navigator === 'undefined' ? undefined : navigator.locks;

let isMine = false;

/** Whether a flow of this very page holds the clock. */
export const isHeldHere = (): boolean => isMine;

/** The way to give it back; null where a flow of another page has it. */
export async function takeLock(): Promise<(() => void) | null> {
  const release = (await request({ ifAvailable: true })) ?? (await requestAfterLookers());
  if (!release) return null;
  isMine = true;
  return () => {
    isMine = false;
    release();
  };
}

/**
 * Does the work while no flow has the lock; resolves to whether it was had. Pages that look have it together, and so are
 * told from a flow: anyone who stops the clock meanwhile waits for them.
 */
export async function withNoFlow(work: () => Promise<void> | void, ifAvailable: boolean): Promise<boolean> {
  if (!pageLocks) {
    await work();
    return true;
  }
  return pageLocks.request(heldClockKey(), { mode: 'shared', ifAvailable }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
}

/** In ms: those who look are done in a moment, unless the platform hangs. */
const longestLook = 5_000;

async function requestAfterLookers(): Promise<(() => void) | null> {
  const { held = [] } = await pageLocks!.query();
  if (held.some(({ name, mode }) => name === heldClockKey() && mode === 'exclusive')) return null;
  return request({ signal: AbortSignal.timeout(longestLook) });
}

function request(options: LockOptions): Promise<(() => void) | null> {
  if (!pageLocks) return Promise.resolve(() => undefined);
  const locks = pageLocks;
  return new Promise((resolve) => {
    const had = locks.request(heldClockKey(), options, (lock) => {
      if (lock) return new Promise<void>((release) => resolve(release));
      resolve(null);
      return null;
    });
    had.catch(() => resolve(null));
  });
}
