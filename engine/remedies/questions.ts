import { nullable, number, text, tuple } from '../declaration/checks.ts';
import { question } from '../declaration/command.ts';
import type { ExchangeLog } from '../exchanges/log.ts';
import type { Advice } from './act.ts';
import { advise as adviceOn } from './advise.ts';
import type { Surroundings } from './case.ts';

export interface Needs extends Pick<Surroundings, 'state' | 'bases' | 'load'> {
  readonly exchanges: Pick<ExchangeLog, 'byRequestId'>;
  /** Every route. */
  readonly routes: () => Promise<Surroundings['routes']>;
}

export const questions = {
  /**
   * What would fix the refused call with this request id now; null if it was not refused or is no longer in the log.
   * `jumped`: ms of the clock's last jump, if the host can still undo it.
   */
  advise: question(
    tuple(text, nullable(number)),
    async (platform: Needs, requestId, jumped): Promise<Advice | null> => {
      const exchange = platform.exchanges.byRequestId(requestId);
      if (!exchange) return null;
      const { state, bases, load } = platform;
      return adviceOn(exchange, { state, bases, load, jumped, routes: await platform.routes() });
    },
  ),
};
