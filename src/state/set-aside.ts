/**
 * Sets aside all playground state of this page for a reset, and restores it when the reset is undone: the session's
 * kept objects, the page's values in storage, the acting user and App, and the address. A person's display settings
 * stay.
 */
import { parseRoute } from '../router.ts';
import { isKeptElsewhere, isOfPlayground } from '../parts/storage.ts';

export type Kept = Map<unknown, { readonly generation: number; readonly value: object }>;

/** A session's own state of a world, outside the platform. */
export interface PageMemory {
  kept: Kept;
  appId: string;
  userId: string;
  readonly generation: number;
}

type PutBack = () => void;

/** A kept object with running work, which is suspended before it is set aside. */
export interface Interruptible {
  /** Returns what to do when it is restored, if anything. */
  readonly interrupt: () => PutBack | undefined;
}

/** Resets the page to its initial state. `isShared`: also what all tabs store. Returns the way back. */
export function setAside(memory: PageMemory, isShared: boolean): PutBack {
  const { kept, appId, userId } = memory;
  const goOn = interrupt(kept);
  memory.kept = new Map();
  memory.appId = memory.userId = '';
  const storages = isShared ? [() => localStorage, () => sessionStorage] : [() => sessionStorage];
  const remember = storages.map(emptied);
  const goBack = leaveAddress();
  return () => {
    setAside(memory, isShared);
    for (const each of remember) each();
    goBack();
    memory.appId = appId;
    memory.userId = userId;
    // The world is the one that it was made of, so the earlier generation is valid again.
    const generation = memory.generation + 1;
    memory.kept = new Map([...kept].map(([kind, { value }]) => [kind, { generation, value }]));
    goOn();
  };
}

/** Suspends running work. Returns what to do when it is restored. */
export function interrupt(kept: Kept): PutBack {
  const goOn = [...kept.values()].map(({ value }) =>
    isInterruptible(value) ? value.interrupt() : undefined,
  );
  return () => {
    for (const each of goOn) each?.();
  };
}

const isInterruptible = (value: object): value is Interruptible => 'interrupt' in value;

/** Removes the playground's values from a storage. If storage is denied, there are none. */
function emptied(storage: () => Storage): PutBack {
  try {
    const from = storage();
    const keys = Array.from({ length: from.length }, (_, at) => from.key(at) ?? '').filter(isOfPlayground);
    const texts = keys.map((key) => [key, from.getItem(key) ?? ''] as const);
    for (const key of keys) from.removeItem(key);
    return () => texts.forEach(([key, text]) => from.setItem(key, text));
  } catch {
    return () => undefined;
  }
}

/** Stays in the open view, which starts fresh. The browser's own history is unchanged. */
function leaveAddress(): PutBack {
  if (isKeptElsewhere()) return () => undefined; // the address belongs to another world
  if (typeof history === 'undefined') return () => undefined; // no page, as in tests of lower layers
  const { hash } = location;
  const state: unknown = history.state;
  const route = parseRoute(hash);
  history.replaceState(null, '', 'view' in route ? `#/${route.view}` : '#/');
  return () => history.replaceState(state, '', hash);
}
