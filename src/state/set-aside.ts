/**
 * What a reset takes out of this page, as a whole, and how its undo puts it back: everything that the session keeps, what
 * the page remembers in the storage, the acting user and App, and the address. How a person wants to see the page stays.
 */
import { parseRoute } from '../router.ts';
import { isKeptElsewhere, isOfPlayground } from '../parts/storage.ts';

export type Kept = Map<unknown, { readonly generation: number; readonly value: object }>;

/** What a session has of a world, beside the platform. */
export interface PageMemory {
  kept: Kept;
  appId: string;
  userId: string;
  readonly generation: number;
}

type PutBack = () => void;

/** What goes on by itself in what is kept: it ends before that is set aside. */
export interface Interruptible {
  /** Returns what is to be done when it is put back, if anything. */
  readonly interrupt: () => PutBack | undefined;
}

/** Makes the page as on the first day. `isShared`: what all tabs remember goes as well. Returns the way back. */
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
    // The world is the one that it was made of: it is as good as before.
    const generation = memory.generation + 1;
    memory.kept = new Map([...kept].map(([kind, { value }]) => [kind, { generation, value }]));
    goOn();
  };
}

/** Ends what goes on by itself. Returns what is to be done when it is put back. */
export function interrupt(kept: Kept): PutBack {
  const goOn = [...kept.values()].map(({ value }) =>
    isInterruptible(value) ? value.interrupt() : undefined,
  );
  return () => {
    for (const each of goOn) each?.();
  };
}

const isInterruptible = (value: object): value is Interruptible => 'interrupt' in value;

/** Takes out of a storage what belongs to the playground. Where storage is denied, nothing is in it. */
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

/** Stays in the view that is open, which begins again. What the browser remembers of addresses is its own. */
function leaveAddress(): PutBack {
  if (isKeptElsewhere()) return () => undefined; // the address is another world's
  if (typeof history === 'undefined') return () => undefined; // no page, as in tests of what is below it
  const { hash } = location;
  const state: unknown = history.state;
  const route = parseRoute(hash);
  history.replaceState(null, '', 'view' in route ? `#/${route.view}` : '#/');
  return () => history.replaceState(state, '', hash);
}
