/** A command is done once, however often it is asked for: its answer is kept beside its effect, by the id of the call. */
import type { CommandResult } from '../declaration/command.ts';
import type { State } from '../state/state.ts';

/** Answers that nobody acknowledged belong to pages that are gone: only so many of them are kept. */
export const answersKept = 64;

/** The answer of the first time, or what `run` answers now. */
export function once(id: string, state: State, run: () => CommandResult): CommandResult {
  const known = state.tables.portal_answers.get(id);
  if (known) return known.answer;
  const before = state.journal.length;
  const answer = run();
  // What changed nothing may be decided again.
  if (state.journal.length > before) keepAnswer(state, id, answer);
  return answer;
}

/** The answer has arrived. False when none of this id is kept. */
export function forgetAnswer(id: string, state: State): boolean {
  if (!state.tables.portal_answers.get(id)) return false;
  state.transact((write) => void write.portal_answers.remove(id));
  return true;
}

/** Beside the change that it tells of, and so in one commit with it. */
function keepAnswer(state: State, id: string, answer: CommandResult): void {
  const kept = [...state.tables.portal_answers.values()].sort((a, b) => a.number - b.number);
  state.transact((write) => {
    for (const { id } of kept.slice(0, Math.max(0, kept.length + 1 - answersKept)))
      write.portal_answers.remove(id);
    write.portal_answers.insert({ id, number: (kept.at(-1)?.number ?? 0) + 1, answer });
  });
}
