/**
 * What the page stores in the browser. Each key says who owns the value: a reset sets aside the playground's values
 * (src/state/set-aside.ts), without a list of them, and keeps the person's. Values must be checked when they are read:
 * the storage is shared with every page of the origin, and with other releases.
 */
export interface Slot {
  /** null if nothing is stored. */
  readonly read: () => string | null;
  /** null removes it. If storage is denied or full, the value is kept until the page closes. */
  readonly write: (text: string | null) => void;
}

/** A store of texts by key. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const ofBrowser = (storage: () => Storage): Store => storage();
let storeOf = ofBrowser;

/** From now on, the playground's values are kept in this store; without an argument, in the browser's own storage. */
export function keepElsewhere(stores: (storage: () => Storage) => Store = ofBrowser): void {
  storeOf = stores;
}

/** Whether the browser's storage belongs to another world than the one that is shown. */
export const isKeptElsewhere = (): boolean => storeOf !== ofBrowser;

const ofAllTabs = (): Storage => localStorage;
const ofThisTab = (): Storage => sessionStorage;

const prefix = 'svc-playground:';

/** Playgrounds of one origin have different paths. */
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

/** Actions and choices in this playground, in any tab. */
export const ofPlayground = (name: string): Slot =>
  slot(
    () => storeOf(ofAllTabs),
    () => prefix + name + suffix(),
  );

/** Actions and choices in this playground, in this tab. */
export const ofTab = (name: string): Slot =>
  slot(
    () => storeOf(ofThisTab),
    () => prefix + name + suffix(),
  );

/** What this tab shows, for any world. A reset keeps it. */
export const ofTabItself = (name: string): Slot => slot(ofThisTab, () => prefix + name + location.pathname);

/** How a person wants to see every playground. A reset keeps it. */
export const ofPerson = (name: string): Slot => slot(ofAllTabs, () => prefix + name);

/** Whether `ofPlayground` or `ofTab` made this key at this path, even for a view that this page has not loaded. */
export const isOfPlayground = (key: string): boolean => key.startsWith(prefix) && key.endsWith(suffix());
