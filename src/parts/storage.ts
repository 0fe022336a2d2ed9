/**
 * What the page remembers in the browser, each thing under a name that says to whom it belongs. What belongs to the
 * playground is set aside by a reset (src/state/set-aside.ts), without a list of it; what belongs to the person stays.
 * What is read may have been written by anybody: the storage is shared with every page of the origin, and with other
 * releases.
 */
export interface Slot {
  /** null for nothing. */
  readonly read: () => string | null;
  /** null removes it. Where storage is denied or full, what is written lasts as long as the page. */
  readonly write: (text: string | null) => void;
}

const prefix = 'svc-playground:';

/** Playgrounds of one origin lie on different paths. */
const suffix = (): string => `:${location.pathname}`;

const slot = (storage: () => Storage, key: () => string): Slot => ({
  read() {
    try {
      return storage().getItem(key());
    } catch {
      return null;
    }
  },
  write(text) {
    try {
      if (text === null) storage().removeItem(key());
      else storage().setItem(key(), text);
    } catch {
      // Storage is denied or full.
    }
  },
});

/** What was done and chosen in this playground, in any tab. */
export const ofPlayground = (name: string): Slot =>
  slot(
    () => localStorage,
    () => prefix + name + suffix(),
  );

/** What was done and chosen in this playground, in this tab. */
export const ofTab = (name: string): Slot =>
  slot(
    () => sessionStorage,
    () => prefix + name + suffix(),
  );

/** How a person wants to see every playground, whatever becomes of what they do in it. */
export const ofPerson = (name: string): Slot =>
  slot(
    () => localStorage,
    () => prefix + name,
  );

/** Whether `ofPlayground` or `ofTab` made this key, at this path: also in a view that this page has not loaded. */
export const isOfPlayground = (key: string): boolean => key.startsWith(prefix) && key.endsWith(suffix());
