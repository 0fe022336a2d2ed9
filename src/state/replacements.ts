/** What takes the place of everything, a reset or an import, and the way back. */
import type { Playground, Replaced, Replacer } from '../../worker/api.ts';
import { lostWords } from './lost-words.ts';
import type { Notices } from './notices.svelte.ts';

interface Replacing {
  readonly playground: Playground;
  readonly notices: Notices;
}

type NoRoom = Extract<Replaced, { kind: 'noRoom' }>;

/** Starts the starter scenario again, unless it is cancelled. Gives how much room it lacks, in which case nothing was changed; else null. */
export async function reset(session: Replacing, withoutUndo: boolean): Promise<NoRoom | null> {
  const { playground } = session;
  const replaced = await (withoutUndo ? playground.reset('starter', true) : playground.reset('starter'));
  if (replaced.kind === 'noRoom') return replaced;
  if (replaced.kind === 'cancelled') return sayCancelled(session, 'reset');
  sayReplaced(session, 'reset', 'Everything is as on the first day.', replaced.canUndo);
  return null;
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
export const noRoomWords = ({ needed, free }: NoRoom): string =>
  `The browser has ${megabytes(free)} left for this site. About ${megabytes(needed)} are needed to keep what is here now beside what takes its place, so nothing was changed.`;
