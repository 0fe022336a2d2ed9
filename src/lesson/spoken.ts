/** Text for a polite live region, when something has happened in a lesson's step. */
import type { StepReport } from '../../lessons/index.ts';

/** Empty until something was tried. */
export function spoken({ step, met, isDone, miss }: StepReport): string {
  if (isDone) {
    const evidence = met.findLast((each) => each !== null);
    return evidence ? `Step ${step + 1} done: ${evidence.told}` : '';
  }
  return miss ? `Not yet: ${miss.headline}. Seen: ${miss.seen}. Wanted: ${miss.wanted}.` : '';
}
