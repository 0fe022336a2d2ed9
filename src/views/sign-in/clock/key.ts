import { newId } from '../../../../worker/api.ts';
import { isKeptElsewhere } from '../../../parts/storage.ts';
import type { Store } from '../../../parts/storage.ts';

const path = typeof document === 'undefined' ? '' : new URL('.', document.baseURI).pathname;
const ofPage = `svc-playground:flow${path}`;
/** Only this tab uses the clock of a lesson or the stage, or of an embed's world in memory. */
const ofVisit = `${ofPage} ${newId()}`;
/** For the world that an embed keeps. */
let ofEmbed: { readonly key: string; readonly store: Store } | null = null;

/** From now on, the clock is that of a world that an embed keeps under this name, and the mark is in this store. */
export function holdClockOf(world: string, store: Store): void {
  ofEmbed = { key: `svc-playground-embed:${world}:flow${path}`, store };
}

/**
 * The key of the mark in the storage, and of the lock. It follows the playground's path, as its data does. The mark
 * says who holds the clock; it is not data that a reset would set aside.
 */
export const heldClockKey = (): string => ofEmbed?.key ?? (isKeptElsewhere() ? ofVisit : ofPage);

/** The browser's store for all tabs; null if it is denied. */
export function browserStore(): Store | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Where the mark is; null if the clock ends with the page, or storage is denied. */
export const markStore = (): Store | null => ofEmbed?.store ?? (isKeptElsewhere() ? null : browserStore());
