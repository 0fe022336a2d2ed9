import type { Merchant } from '../../worker/api.ts';
import { Live } from '../state/live.svelte.ts';
import type { Asking } from '../state/live.svelte.ts';
import type { PageSession } from '../state/session.svelte.ts';

/** When a catalog's data is queried again. A run of a feed sends an event for each of its transactions. */
export const onCatalogs = (pause = 250): Asking => ({
  when: ({ type }) => type === 'catalog' || type === 'restarted',
  pause,
});

/** The merchants, kept while the page is open. */
export class MerchantWatch extends Live<readonly Merchant[]> {
  readonly session: PageSession;

  constructor(session: PageSession) {
    super(session, () => session.playground.ask('merchants.all'), onCatalogs());
    this.session = session;
  }
}
