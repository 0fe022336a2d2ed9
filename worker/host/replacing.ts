/** Puts another world in the place of everything, and brings back what was there: loaded with the first reset, import or undo. */
import type { Credential, Platform } from '../../engine/inside.ts';
import { BeforeReplacement, formerOf } from './before-replacement.ts';
import type { OpenedStart, Start } from './opened.ts';
import { NotReplaced } from '../persistence/commit-queue.ts';
import type { Contents } from '../persistence/commit-queue.ts';
import type { Storage } from '../persistence/storage.ts';
import { Seat } from './seat.ts';
import type { Replaced, Replacer, Undone } from '../contract/world.ts';

/** What is to take the place of everything. */
export interface Replacement {
  readonly by: Replacer;
  readonly start: OpenedStart;
  readonly vaultOf: (platform: Platform) => readonly Credential[];
  /** About how much it takes in the storage, in bytes. */
  readonly bytes: number;
  readonly withoutUndo: boolean;
}

/** How a replacement ended that was begun. */
type Ended = 'in force' | 'no room' | 'cancelled';

/** What it does with the host. */
export interface Stage {
  readonly storage: Storage;
  readonly platform: () => Platform;
  readonly vault: () => readonly Credential[];
  readonly open: (start: Start) => Promise<OpenedStart>;
  readonly create: (start: OpenedStart, seat: Seat) => Platform;
  /** Calls under way are given their time. */
  readonly settled: () => Promise<void>;
  /** The platform is not woken meanwhile, and what it changes all the same waits. */
  readonly whileHeld: (work: () => Promise<void>) => Promise<void>;
  /** From now on this platform is the one that counts, and `early` is kept: what it changed as it was made. */
  readonly sit: (platform: Platform, seat: Seat, vault: readonly Credential[], reset: string) => void;
  readonly keepEarly: (seat: Seat) => void;
}

/** A scenario with its population in the storage, in bytes; generously. */
export const scenarioBytes = 8 * 1024 * 1024;

/** What is there is not all that is needed: files grow as they are written. */
const spare = 1.2;

/** What came of it, and what can be undone from now on. */
export type Outcome =
  | { readonly kind: 'replaced'; readonly before: BeforeReplacement | null }
  | Extract<Replaced, { kind: 'noRoom' | 'cancelled' }>;

/** `cancelling` ends it, until the new world is in force or what was there is deleted. */
export async function replace(
  stage: Stage,
  id: string,
  cancelling: AbortSignal,
  { by, start, vaultOf, bytes, withoutUndo }: Replacement,
): Promise<Outcome> {
  const { storage } = stage;
  const free = await shortRoom(storage, bytes);
  if (free !== null && !withoutUndo) return { kind: 'noRoom', needed: bytes, free };
  await stage.settled();
  if (cancelling.aborted) return { kind: 'cancelled' };
  const inMemory = storage.kept.kind !== 'saved' && !withoutUndo;
  const former = inMemory ? formerOf(stage.platform(), stage.vault()) : null;
  const way = withoutUndo ? { clearsFirst: free !== null } : { setsAside: by };
  const ended = await goOnWith(stage, start, vaultOf, id, { ...way, cancelling });
  if (ended === 'cancelled') return { kind: 'cancelled' };
  if (ended === 'no room') return { kind: 'noRoom', needed: bytes, free: (await storage.room()) ?? 0 };
  return { kind: 'replaced', before: withoutUndo ? null : new BeforeReplacement(by, former) };
}

/** Asks first where something was done since, unless that is accepted. */
export async function undo(
  stage: Stage,
  id: string,
  before: BeforeReplacement,
  accepted: boolean,
): Promise<Undone> {
  await stage.settled();
  const { calls, changes, isAny, isCounted, former } = before;
  if (!isCounted && !accepted) return { kind: 'asksUncounted' };
  if (isAny && !accepted) return { kind: 'asks', calls, changes };
  const isDone = former
    ? (await goOnWith(stage, await stage.open(former), () => former.vault, id, {})) === 'in force'
    : await putBack(stage, id);
  return { kind: isDone ? 'undone' : 'gone' };
}

/** How many bytes there are, where they are too few for so many more beside what is there; null where they are enough. */
async function shortRoom(storage: Storage, bytes: number): Promise<number | null> {
  const isShort = (free: number | null): free is number => free !== null && free < bytes * spare;
  let free = await storage.room();
  if (isShort(free) && storage.asideBy) {
    await storage.dropAside(); // it goes with the next replacement in any case
    free = await storage.room();
  }
  return isShort(free) ? free : null;
}

/** What is there goes on unless the new world is in force. */
async function goOnWith(
  stage: Stage,
  start: OpenedStart,
  vaultOf: Replacement['vaultOf'],
  reset: string,
  way: Pick<Contents, 'setsAside' | 'clearsFirst' | 'cancelling'>,
): Promise<Ended> {
  const { storage } = stage;
  const seat = new Seat();
  const platform = stage.create(start, seat);
  const vault = vaultOf(platform);
  await storage.flush(); // what may lag belongs to what is set aside
  const done = () => stage.sit(platform, seat, vault, reset);
  try {
    const snapshot = platform.blocks();
    await stage.whileHeld(() => storage.replace({ ...way, snapshot, vault, reset, done }));
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
const isFull = ({ cause }: NotReplaced): boolean =>
  (cause as Error | undefined)?.name === 'QuotaExceededError';

/** Resolves to whether what was set aside was there still. */
async function putBack(stage: Stage, reset: string): Promise<boolean> {
  const aside = await stage.storage.readAside();
  if (!aside) return false;
  const { vault } = aside.stored;
  const seat = new Seat();
  const platform = stage.create(await stage.open(aside.stored), seat);
  await stage.whileHeld(() =>
    aside.putBack(reset, () => {
      stage.sit(platform, seat, vault, reset);
      stage.keepEarly(seat);
    }),
  );
  return true;
}
