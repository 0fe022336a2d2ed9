/** Runs a command only once per call id: its answer is kept with its effect. */
import type { CommandResult } from '../declaration/command.ts';
import type { State } from '../state/state.ts';

/** Answers that were never acknowledged belong to pages that are gone, so only this many are kept. */
export const answersKept = 64;

/** The first answer of this id, or the answer that `run` gives now. */
export function once(id: string, state: State, run: () => CommandResult): CommandResult {
  const known = state.tables.portal_answers.get(id);
  if (known) return known.answer;
  const before = state.journal.length;
  const answer = run();
  // A command that changed nothing may be decided again.
  if (state.journal.length > before) keepAnswer(state, id, answer);
  return answer;
}

/** Forgets an answer that has arrived. False when no answer has this id. */
export function forgetAnswer(id: string, state: State): boolean {
  if (!state.tables.portal_answers.get(id)) return false;
  state.transact((write) => void write.portal_answers.remove(id));
  return true;
}

/** Kept in the same commit as the change that it describes. */
function keepAnswer(state: State, id: string, answer: CommandResult): void {
  const kept = [...state.tables.portal_answers.values()].sort((a, b) => a.number - b.number);
  state.transact((write) => {
    for (const { id } of kept.slice(0, Math.max(0, kept.length + 1 - answersKept)))
      write.portal_answers.remove(id);
    write.portal_answers.insert({ id, number: (kept.at(-1)?.number ?? 0) + 1, answer });
  });
}
