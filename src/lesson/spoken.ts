/** What is said aloud of a lesson, politely, when something has happened in its step. */
import type { StepReport } from '../../lessons/index.ts';

/** Empty while nothing was tried. */
export function spoken({ step, met, isDone, miss }: StepReport): string {
  if (isDone) {
    const evidence = met.findLast((each) => each !== null);
    return evidence ? `Step ${step + 1} done: ${evidence.told}` : '';
  }
  return miss ? `Not yet: ${miss.headline}. Seen: ${miss.seen}. Wanted: ${miss.wanted}.` : '';
}
