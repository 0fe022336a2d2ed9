import { text } from '../../../../worker/api.ts';
import type { Exchange } from '../../../../worker/api.ts';

export const bodyOf = ({ outcome }: Exchange): string =>
  outcome.kind === 'response' ? text(outcome.body) : '';
