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

/** What keeps texts by their keys. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const ofBrowser = (storage: () => Storage): Store => storage();
let storeOf = ofBrowser;

/** From now on, what belongs to the playground is kept where this says; without it, in the browser's own storage. */
export function keepElsewhere(stores: (storage: () => Storage) => Store = ofBrowser): void {
  storeOf = stores;
}

/** Whether what the browser keeps is another world's than the one that is shown. */
export const isKeptElsewhere = (): boolean => storeOf !== ofBrowser;

const ofAllTabs = (): Storage => localStorage;
const ofThisTab = (): Storage => sessionStorage;

const prefix = 'svc-playground:';

/** Playgrounds of one origin lie on different paths. */
const suffix = (): string => `:${location.pathname}`;

const slot = (storage: () => Store, key: () => string): Slot => ({
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
    () => storeOf(ofAllTabs),
    () => prefix + name + suffix(),
  );

/** What was done and chosen in this playground, in this tab. */
export const ofTab = (name: string): Slot =>
  slot(
    () => storeOf(ofThisTab),
    () => prefix + name + suffix(),
  );

/** What this tab shows, of whichever world. No reset sets it aside. */
export const ofTabItself = (name: string): Slot => slot(ofThisTab, () => prefix + name + location.pathname);

/** How a person wants to see every playground, whatever becomes of what they do in it. */
export const ofPerson = (name: string): Slot => slot(ofAllTabs, () => prefix + name);

/** Whether `ofPlayground` or `ofTab` made this key, at this path: also in a view that this page has not loaded. */
export const isOfPlayground = (key: string): boolean => key.startsWith(prefix) && key.endsWith(suffix());
