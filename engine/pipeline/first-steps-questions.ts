import { tuple } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import { firstSteps } from '../exchanges/first-steps.ts';
import type { FirstSteps } from '../exchanges/first-steps.ts';
import type { ExchangeLog } from '../exchanges/log.ts';

interface Needs {
  readonly exchanges: Pick<ExchangeLog, 'list'>;
}

/** A group of its own: it comes with the first answered call of a new visitor. */
export const questions = {
  /** Which of the first steps were taken, and by which exchange of the log. */
  taken: question(tuple(), ({ exchanges }: Needs): FirstSteps => firstSteps(exchanges.list())),
};
