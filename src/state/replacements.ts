/** What takes the place of everything, a reset or an import, and the way back. */
import type { Playground, Replaced, Replacer } from '../../worker/api.ts';
import { lostWords } from './lost-words.ts';
import type { Notices } from './notices.svelte.ts';
import { openTabs } from './open-tabs.ts';
import { outlivesState } from './outlives-state.ts';
import { setAside } from './set-aside.ts';
import type { PageMemory } from './set-aside.ts';

interface Replacing {
  readonly playground: Playground;
  readonly notices: Notices;
}

interface Resetting extends Replacing, PageMemory {
  readonly canUndo: Replacer | null;
  /** Of a page that is attached to a local server. */
  readonly served?: true;
  readonly handover: { readonly give: (kind: 'reset', question: ResetQuestion) => void };
}

/** Nothing was changed, since what is here could not be kept; it can be asked for without Undo. */
export type NotKept = Extract<Replaced, { kind: 'noRoom' | 'tooLarge' }>;

/** Why a reset is not done at once: more goes with it than its undo brings back, or than this tab shows. */
export type ResetQuestion =
  | { readonly kind: 'asks'; readonly otherTabs: number; readonly losesImport: boolean }
  /** It takes what every client of the server works with. */
  | { readonly kind: 'served' }
  | NotKept;

const begunAgain = 'The server’s world has begun again.';

/** Whose person asked for the reset that is under way: what all tabs remember is theirs to set aside. */
const asking = new WeakSet<PageMemory>();
/** The way back to what was there before the last reset. */
const ways = new WeakMap<PageMemory, () => void>();

/** Asks first where somebody may not know what goes. */
export async function askOrReset(session: Resetting): Promise<void> {
  if (session.served) return session.handover.give('reset', { kind: 'served' });
  const otherTabs = (await openTabs()) - 1;
  const losesImport = session.canUndo === 'import';
  if (otherTabs > 0 || losesImport) session.handover.give('reset', { kind: 'asks', otherTabs, losesImport });
  else await reset(session, false);
}

/** Starts the starter scenario again, unless it is cancelled. Where what is here cannot be kept, nothing is changed, and the person is asked. */
export async function reset(session: Resetting, withoutUndo: boolean): Promise<void> {
  const { playground, notices } = session;
  if (!session.served)
    notices.say('Resetting… Calls that are under way are finished first.', {
      label: 'Cancel',
      run: () => void playground.cancelReplacement(),
    });
  asking.add(session);
  const replaced = await (withoutUndo ? playground.reset('starter', true) : playground.reset('starter'));
  if (replaced.kind === 'replaced')
    return sayReplaced(
      session,
      'reset',
      session.served ? begunAgain : 'Everything is as on the first day.',
      replaced.canUndo,
    );
  asking.delete(session);
  if (replaced.kind === 'cancelled') return void sayCancelled(session, 'reset');
  notices.dismiss();
  session.handover.give('reset', replaced);
}

/**
 * Brings the page to what was done to the world, in this tab or another; without `by`, another tab runs the engine now.
 * Returns what is to be done when the session has taken the new state over.
 */
export function turn(session: Resetting, by?: Replacer | 'undo'): () => void {
  const goBack = ways.get(session);
  if (by) ways.delete(session);
  if (by === 'reset') {
    const isMine = asking.delete(session);
    ways.set(session, setAside(session, isMine));
    return () => {
      if (!isMine) session.notices.say(session.served ? begunAgain : 'Everything was reset in another tab.');
    };
  }
  if (by === 'undo' && goBack) {
    goBack();
    return () => undefined;
  }
  return () => tellReplaced(session);
}

/** Told here, and not when a view asks for it: a view asks in a derivation, which must change nothing. */
function tellReplaced({ kept }: PageMemory): void {
  for (const { value } of kept.values()) if (outlivesState(value)) value.stateReplaced();
}

export function sayCancelled({ notices }: Replacing, by: Replacer): null {
  notices.say(`The ${by} was cancelled. Nothing was changed.`);
  return null;
}

/** Says what was done, and offers the way back if there is one. */
export function sayReplaced(session: Replacing, by: Replacer, done: string, canUndo: boolean): void {
  if (!canUndo) return session.notices.say(`${done} It cannot be undone.`);
  session.notices.say(`${done} What was here before comes back with Undo, until this page is closed.`, {
    label: 'Undo',
    run: () => void undo(session, by),
  });
}

/** Brings back what was there before. What would be lost is said first, and the person says once more. */
export async function undo(session: Replacing, by: Replacer, accepted = false): Promise<void> {
  const { playground, notices } = session;
  const undone = await playground.undoReplacement(accepted);
  if (undone.kind === 'undone') return notices.say(`The ${by} is undone: everything is as it was before it.`);
  if (undone.kind === 'gone' || undone.kind === 'tooMuch')
    return notices.say(`The ${by} cannot be undone any more: what was here before it was not kept.`);
  const lost = undone.kind === 'asks' ? lostWords(undone) : 'everything that was done in between';
  notices.say(`Undoing the ${by} would also lose what came after it: ${lost}.`, {
    label: 'Undo all the same',
    run: () => void undo(session, by, true),
  });
}

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1e6))} MB`;

/** Why nothing was changed. */
export const notKeptWords = (replaced: NotKept): string =>
  replaced.kind === 'noRoom' ? noRoomWords(replaced) : tooLargeWords(replaced);

const tooLargeWords = ({ most }: Extract<NotKept, { kind: 'tooLarge' }>): string =>
  `Nothing is saved in this browser, and what is here now has more than ${most.toLocaleString('en')} rows: too many to keep in memory beside what takes its place. Nothing was changed.`;

const noRoomWords = ({ needed, free }: Extract<NotKept, { kind: 'noRoom' }>): string =>
  `The browser has ${megabytes(free)} left for this site. About ${megabytes(needed)} are needed to keep what is here now beside what takes its place, so nothing was changed.`;
