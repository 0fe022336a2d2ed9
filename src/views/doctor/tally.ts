import { counted } from '../../parts/counted.ts';
import type { Judgement } from './judgement.ts';

/**
 * A sentence about several requests: how many are right, and the mistake that all the others share. Null if fewer than
 * three can be judged.
 */
export function tallyOf(judgements: readonly Pick<Judgement, 'level' | 'title'>[]): string | null {
  const judged = judgements.filter(({ level }) => level !== 'note');
  if (judged.length < 3) return null;
  const wrong = judged.filter(({ level }) => level !== 'ok');
  const right = judged.length - wrong.length;
  if (wrong.length === 0) return `All ${judged.length} are right.`;
  const titles = new Set(wrong.map(({ title }) => title));
  const [title] = titles;
  const so = right === 0 ? `None of ${judged.length} is right` : `${right} of ${judged.length} are right`;
  if (titles.size === 1) return `${so}; ${wrong.length === 1 ? 'the other' : 'all the others'}: ${title}.`;
  return `${so}; the others have ${counted(titles.size, 'different fault')}.`;
}
