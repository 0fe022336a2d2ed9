import type { Playground } from '../../worker/api.ts';
import type { Notices } from './notices.svelte.ts';

const several = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];

/**
 * Brings back how things were before the clock's last jump. What would be lost is said first, and the person says once more.
 * Resolves to whether it is undone.
 */
export async function undoJump(playground: Playground, notices: Notices, accepted = false): Promise<boolean> {
  const undone = await playground.undoJump(accepted);
  if (undone.kind === 'undone') return true;
  if (undone.kind === 'gone') {
    notices.say('Nobody knows any more how things were before the jump: another tab runs the engine since.');
    return false;
  }
  const lost = [
    ...several(undone.calls, 'call that changed something', 'calls that changed something'),
    ...several(undone.changes, 'change of yours', 'changes of yours'),
  ].join(' and ');
  notices.say(`With the jump would go what came after it: ${lost}.`, {
    label: 'Undo all the same',
    run: () => void undoJump(playground, notices, true),
  });
  return false;
}
