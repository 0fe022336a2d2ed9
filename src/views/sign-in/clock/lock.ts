/** The browser's lock on the clock: it lasts as long as the page that has it. */
import { heldClockKey } from './key.ts';

/** undefined on plain http, and where there is no browser. */
export const pageLocks: LockManager | undefined =
  typeof navigator === 'undefined' ? undefined : navigator.locks;

let isMine = false;

/** Whether a flow of this very page holds the clock. */
export const isHeldHere = (): boolean => isMine;

/** The way to give it back; null where another page has it. */
export async function takeLock(): Promise<(() => void) | null> {
  const release = await request();
  if (!release) return null;
  isMine = true;
  return () => {
    isMine = false;
    release();
  };
}

function request(): Promise<(() => void) | null> {
  if (!pageLocks) return Promise.resolve(() => undefined);
  const locks = pageLocks;
  return new Promise((resolve) => {
    void locks.request(heldClockKey, { ifAvailable: true }, (lock) => {
      if (lock) return new Promise<void>((release) => resolve(release));
      resolve(null);
      return null;
    });
  });
}
