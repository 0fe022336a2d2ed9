import { tuple } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import type { ExchangeLog } from '../exchanges/log.ts';
import type { StateView } from '../state/state.ts';
import { reportWebhooks } from './report.ts';

export interface Needs {
  readonly state: StateView;
  readonly exchanges: Pick<ExchangeLog, 'list'>;
}

export const questions = {
  /** The webhooks of every App, with their checks. */
  report: question(tuple(), ({ state, exchanges }: Needs) => reportWebhooks(state, exchanges)),
};
