import { tuple } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import { firstSteps } from '../exchanges/first-steps.ts';
import type { FirstSteps } from '../exchanges/first-steps.ts';
import type { ExchangeLog } from '../exchanges/log.ts';

export interface Needs {
  readonly exchanges: Pick<ExchangeLog, 'list'>;
}

export const questions = {
  /** Which of the first steps have been done, and the exchange that shows it. */
  taken: question(tuple(), ({ exchanges }: Needs): FirstSteps => firstSteps(exchanges.list())),
};
