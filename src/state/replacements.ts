/** Replaces everything, by a reset or an import, and undoes it. */
import type { Playground, Replaced, Replacer } from '../../worker/api.ts';
import { figure } from '../parts/figures.ts';
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
  /** For a page that is attached to a local server. */
  readonly served?: true;
  readonly handover: { readonly give: (kind: 'reset', question: ResetQuestion) => void };
}

/** Nothing was changed, because no copy could be kept; the person can continue without Undo. */
export type NotKept = Extract<Replaced, { kind: 'noRoom' | 'tooLarge' }>;

/** Why a reset asks first: it would lose more than its undo brings back, or than this tab shows. */
export type ResetQuestion =
  | { readonly kind: 'asks'; readonly otherTabs: number; readonly losesImport: boolean }
  /** It replaces the world of every client of the server. */
  | { readonly kind: 'served' }
  | NotKept;

const begunAgain = 'The server’s world has started over.';

/** The sessions whose person asked for the reset under way: these set aside what all tabs store. */
const asking = new WeakSet<PageMemory>();
/** The way back to the state before the last reset. */
const ways = new WeakMap<PageMemory, () => void>();

/** Asks first if the person may not know what would be lost. */
export async function askOrReset(session: Resetting): Promise<void> {
  if (session.served) return session.handover.give('reset', { kind: 'served' });
  const otherTabs = (await openTabs()) - 1;
  const losesImport = session.canUndo === 'import';
  if (otherTabs > 0 || losesImport) session.handover.give('reset', { kind: 'asks', otherTabs, losesImport });
  else await reset(session, false);
}

/**
 * Restarts with the starter scenario, unless it is cancelled. If no copy can be kept, nothing is changed, and the
 * person is asked.
 */
export async function reset(session: Resetting, withoutUndo: boolean): Promise<void> {
  const { playground, notices } = session;
  if (!session.served)
    notices.say('Resetting… Calls that are under way are finished first.', {
      label: 'Cancel',
      run: () => void playground.cancelReplacement(),
    });
  asking.add(session);
  const replaced = await (withoutUndo ? playground.reset('starter', true) : playground.reset('starter'));
  if (replaced.kind === 'replaced') {
    // Feed files belong to no world. If they cannot be read, they are not spoken of.
    const kept = session.served ? null : await playground.files().catch(() => null);
    const what = kept && kept.files.length > 0 ? 'Everything but the feed files' : 'Everything';
    return sayReplaced(
      session,
      'reset',
      session.served ? begunAgain : `${what} is as on the first day.`,
      replaced.canUndo,
    );
  }
  asking.delete(session);
  if (replaced.kind === 'cancelled') return void sayCancelled(session, 'reset');
  notices.dismiss();
  session.handover.give('reset', replaced);
}

/**
 * Updates the page after the world was replaced, in this tab or another; without `by`, another tab now runs the engine.
 * Returns what to do when the session has the new state.
 */
export function turn(session: Resetting, by?: Replacer | 'undo'): () => void {
  const goBack = ways.get(session);
  if (by) ways.delete(session);
  if (by === 'reset') {
    const isMine = asking.delete(session);
    ways.set(session, setAside(session, isMine));
    return () => {
      // A world that is kept for embeds is shared by frames too.
      if (!isMine) session.notices.say(session.served ? begunAgain : 'Everything was reset elsewhere.');
    };
  }
  if (by === 'undo' && goBack) {
    goBack();
    return () => undefined;
  }
  return () => tellReplaced(session);
}

/** Notified here, and not when a view asks for it: a view asks in a derivation, which must not change anything. */
function tellReplaced({ kept }: PageMemory): void {
  for (const { value } of kept.values()) if (outlivesState(value)) value.stateReplaced();
}

export function sayCancelled({ notices }: Replacing, by: Replacer): null {
  notices.say(`The ${by} was cancelled. Nothing was changed.`);
  return null;
}

/** Reports what was done, and offers Undo if it is possible. */
export function sayReplaced(session: Replacing, by: Replacer, done: string, canUndo: boolean): void {
  if (!canUndo) return session.notices.say(`${done} It cannot be undone.`);
  session.notices.say(`${done} What was here before comes back with Undo, until this page is closed.`, {
    label: 'Undo',
    run: () => void undo(session, by),
  });
}

/** Restores the earlier state. If something would be lost, it is listed first and the person confirms. */
export async function undo(session: Replacing, by: Replacer, accepted = false): Promise<void> {
  const { playground, notices } = session;
  const undone = await playground.undoReplacement(accepted);
  if (undone.kind === 'undone') return notices.say(`The ${by} is undone: everything is as it was before it.`);
  if (undone.kind === 'gone' || undone.kind === 'tooMuch')
    return notices.say(`The ${by} cannot be undone any more: what was here before it was not kept.`);
  const lost = undone.kind === 'asks' ? lostWords(undone) : 'everything that was done in between';
  notices.say(`Undoing the ${by} would also lose what came after it: ${lost}.`, {
    label: 'Undo anyway',
    run: () => void undo(session, by, true),
  });
}

const megabytes = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1e6))} MB`;

/** Why nothing was changed. */
export const notKeptWords = (replaced: NotKept): string =>
  replaced.kind === 'noRoom' ? noRoomWords(replaced) : tooLargeWords(replaced);

const tooLargeWords = ({ most }: Extract<NotKept, { kind: 'tooLarge' }>): string =>
  `Nothing is saved in this browser, and what is here now has more than ${figure(most)} rows: too many to keep in memory beside what replaces it. Nothing was changed.`;

const noRoomWords = ({ needed, free }: Extract<NotKept, { kind: 'noRoom' }>): string =>
  `The browser has ${megabytes(free)} left for this site. About ${megabytes(needed)} are needed to keep what is here now beside what replaces it, so nothing was changed.`;
