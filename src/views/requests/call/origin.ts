import type { Again } from '../../../../worker/api.ts';
import { exchangeAt } from '../../../exchange/exchange-at.ts';
import { readOrigin } from '../../../exchange/origin.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

/** undefined if the log does not have that exchange: it was dropped, or the link is from another world. */
export async function againOf(session: PageSession, origin: string): Promise<Again | undefined> {
  const read = readOrigin(origin);
  const exchange = read && (await exchangeAt(session.playground, read.sequence));
  return exchange && exchange.at === read.at ? { of: read.sequence, how: 'edited' } : undefined;
}
