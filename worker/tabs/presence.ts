/** A Web Lock that a tab holds while it is alive, so that other tabs that know it notice when the tab is gone. */

const lockOf = (name: string, tab: string): string => `${name}:tab:${tab}`;

export class Presence {
  /** Resolves when the lock is held; never without Web Locks, and then there is no second tab. */
  readonly held: Promise<void>;
  isHeld = false;
  #leave: () => void = () => {};

  constructor(name: string, tab: string) {
    this.held = new Promise((held) => {
      const live = () =>
        new Promise<void>((leave) => {
          this.#leave = leave;
          this.isHeld = true;
          held();
        });
      if ('locks' in navigator) navigator.locks.request(lockOf(name, tab), {}, live).catch(() => {});
    });
  }

  leave(): void {
    this.#leave();
  }
}

/** How many tabs of this name hold one, among the locks of the origin. */
export const tabsAmong = (name: string, locks: readonly LockInfo[]): number =>
  locks.filter((lock) => lock.name?.startsWith(lockOf(name, ''))).length;

/** Calls `gone` once, when the tab has gone for any reason. Returns a function that stops the wait. */
export function whenGone(name: string, tab: string, gone: () => void): () => void {
  const waiting = new AbortController();
  navigator.locks
    .request(lockOf(name, tab), { signal: waiting.signal }, () => {
      gone();
      return Promise.resolve();
    })
    .catch(() => {}); // the wait was stopped
  return () => waiting.abort();
}
