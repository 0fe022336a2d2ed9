import { mostCallsOfJump } from '../../worker/api.ts';
import { figure } from '../parts/figures.ts';
import { momentOf } from './jump-words.ts';

/** What a jump left out after it used up its calls to receivers. `callsUntil`: epoch ms of the platform. */
export const spentWords = (way: {
  readonly from: number;
  readonly until: number;
  readonly callsUntil: number;
}): string =>
  `A jump makes at most ${figure(mostCallsOfJump)} calls to receivers. ` +
  `They were used up at ${momentOf(way.callsUntil, { ...way, at: way.callsUntil })}: ` +
  'later deliveries are sent after the jump, and each webhook is checked once.';
