/** The browser's lock on the clock. It lasts as long as the page that holds it. */
import { heldClockKey } from './key.ts';

/** undefined on plain http, and outside a browser. */
export const pageLocks: LockManager | undefined =
  typeof navigator === 'undefined' ? undefined : navigator.locks;

let isMine = false;

/** Whether a flow of this page holds the clock. */
export const isHeldHere = (): boolean => isMine;

/** Returns a function that releases the lock; null if a flow of another page holds it. */
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
 * Does the work while no flow has the lock; resolves to whether it got the lock. Pages that only look share the lock,
 * which distinguishes them from a flow: a flow that wants to stop the clock waits for them.
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

/** In ms. A look takes only a moment, unless the platform hangs. */
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
