/** Replaces the whole world, and brings the earlier one back. Loaded with the first reset, import or undo. */
import { isRecord } from '../../engine/inside.ts';
import type { Credential, Platform } from '../../engine/inside.ts';
import type { Replaced, Replacer, Undone } from '../contract/world.ts';
import { BeforeReplacement, formerOf, mostInMemory } from './before-replacement.ts';
import type { Current } from './current.ts';
import { opened } from './opened.ts';
import type { OpenedStart } from './opened.ts';
import { Seat } from './seat.ts';
import { NotReplaced } from './storage.ts';
import type { Contents, HostStorage } from './storage.ts';

/** The new world. */
export interface Replacement {
  readonly by: Replacer;
  readonly start: OpenedStart;
  readonly vaultOf: (platform: Platform) => readonly Credential[];
  /** Its estimated size in the storage, in bytes. */
  readonly bytes: number;
  readonly withoutUndo: boolean;
}

/** How a replacement that was begun has ended. */
type Ended = 'in force' | 'no room' | 'cancelled';

/** The size of a scenario with its population in the storage, in bytes; a generous estimate. */
const scenarioBytes = 8 * 1024 * 1024;

/** The data is not all that needs room: files grow while they are written. */
const spare = 1.2;

type IsReplaced = Extract<Replaced, { kind: 'replaced' }>;

/** The result of the call with this id, if it was the last replacement; otherwise null. */
export const doneBefore = (current: Current, id: string): IsReplaced | null =>
  id === current.reset ? { kind: 'replaced', canUndo: current.canUndo() !== null } : null;

export const reset = (
  current: Current,
  id: string,
  cancelling: AbortSignal,
  scenario: 'starter' | 'empty',
  withoutUndo: boolean,
): Promise<Replaced> =>
  replace(current, id, cancelling, {
    ...{ by: 'reset', start: { scenario, ...current.surroundings.start }, bytes: scenarioBytes, withoutUndo },
    vaultOf: (platform) => platform.initialCredentials,
  });

/**
 * Runs once per id. Waits for calls under way first. Rejects when the new world cannot be made; then the present one
 * goes on. `cancelling` cancels it, until the new world is in force or the old one has been deleted.
 */
export async function replace(
  current: Current,
  id: string,
  cancelling: AbortSignal,
  { by, start, vaultOf, bytes, withoutUndo }: Replacement,
): Promise<Replaced> {
  const done = doneBefore(current, id);
  if (done) return done;
  const { storage } = current;
  const free = await shortRoom(storage, bytes);
  if (free !== null && !withoutUndo) return { kind: 'noRoom', needed: bytes, free };
  await current.settled();
  if (cancelling.aborted) return { kind: 'cancelled' };
  const inMemory = storage.kept.kind !== 'saved' && !withoutUndo;
  const former = inMemory ? formerOf(current.platform, current.vault) : null;
  if (inMemory && !former) return { kind: 'tooLarge', most: mostInMemory };
  // What is stored beside a world in memory is older than that.
  const way = withoutUndo ? { clearsFirst: free !== null } : inMemory ? {} : { setsAside: by };
  const ended = await goOnWith(current, start, vaultOf, id, { ...way, cancelling });
  if (ended === 'cancelled') return { kind: 'cancelled' };
  if (ended === 'no room') return { kind: 'noRoom', needed: bytes, free: (await roomOf(storage)) ?? 0 };
  current.beforeReplacement = withoutUndo ? null : new BeforeReplacement(by, former);
  await current.sayRestarted(by);
  return { kind: 'replaced', canUndo: current.canUndo() !== null };
}

/** If something was done since, it asks first, unless that is accepted. */
export async function undoReplacement(current: Current, id: string, accepted: boolean): Promise<Undone> {
  if (id === current.reset) return { kind: 'undone' };
  const before = current.beforeReplacement;
  if (!before || !current.canUndo()) return { kind: 'gone' };
  await current.settled();
  const { calls, changes, isAny, isCounted, former } = before;
  if (!isCounted && !accepted) return { kind: 'asksUncounted' };
  if (isAny && !accepted) return { kind: 'asks', calls, changes };
  const isDone = former
    ? (await goOnWith(current, await opened(former), () => former.vault, id, {})) === 'in force'
    : await putBack(current, id);
  if (!isDone) return { kind: 'gone' };
  current.beforeReplacement = null;
  await current.sayRestarted('undo');
  return { kind: 'undone' };
}

/** A world that is not saved needs no room. */
const roomOf = async (storage: HostStorage): Promise<number | null> =>
  storage.kept.kind === 'saved' ? storage.room() : null;

/** The number of free bytes, if they are too few for this many more; null if they are enough. */
async function shortRoom(storage: HostStorage, bytes: number): Promise<number | null> {
  const isShort = (free: number | null): free is number => free !== null && free < bytes * spare;
  let free = await roomOf(storage);
  if (isShort(free) && storage.asideBy) {
    await storage.dropAside(); // the next replacement deletes it anyway
    free = await roomOf(storage);
  }
  return isShort(free) ? free : null;
}

/** The present world goes on unless the new one is in force. */
async function goOnWith(
  current: Current,
  start: OpenedStart,
  vaultOf: Replacement['vaultOf'],
  reset: string,
  way: Pick<Contents, 'setsAside' | 'clearsFirst' | 'cancelling'>,
): Promise<Ended> {
  const { keeper, storage } = current;
  const seat = new Seat();
  const platform = current.create(start, seat);
  const vault = vaultOf(platform);
  await storage.flush(); // lagging changes belong to the world that is set aside
  const done = () => current.sit(platform, seat, vault, reset);
  try {
    const snapshot = platform.blocks();
    await keeper.whileHeld(() => storage.replace({ ...way, snapshot, vault, reset, done }));
    return 'in force';
  } catch (error) {
    seat.standing = 'left';
    if (!(error instanceof NotReplaced)) throw error;
    if (way.cancelling?.aborted) return 'cancelled';
    if (isFull(error)) return 'no room';
    throw error;
  }
}

/** Whether the storage had no room after all. */
const isFull = ({ cause }: NotReplaced): boolean => isRecord(cause) && cause['name'] === 'QuotaExceededError';

/** Resolves to whether the world that was set aside still existed. */
async function putBack(current: Current, reset: string): Promise<boolean> {
  const { keeper, storage } = current;
  const aside = await storage.readAside();
  if (!aside) return false;
  const { vault } = aside.stored;
  const seat = new Seat();
  const platform = current.create(await opened(aside.stored), seat);
  await keeper.whileHeld(() =>
    aside.putBack(reset, () => {
      current.sit(platform, seat, vault, reset);
      for (const changes of seat.early) void keeper.commit(changes);
    }),
  );
  return true;
}
