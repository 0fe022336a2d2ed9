import type { Merchant } from '../../worker/api.ts';
import type { PageSession } from '../state/session.svelte.ts';

/**
 * Asks again whenever a catalog has changed, one question at a time. `pause`: how often the platform is asked at most, in ms;
 * a run of a feed tells of itself with each of its transactions. Returns the way to stop.
 */
export function whenCatalogsChange(session: PageSession, look: () => Promise<void>, pause = 250): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let again = false;
  let gone = false;
  const ask = async (): Promise<void> => {
    again = asking;
    if (asking) return;
    asking = true;
    await look();
    asking = false;
    if (again && !gone) soon();
  };
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void ask();
    }, pause);
  };
  void ask();
  const unsubscribe = session.playground.subscribe(({ type }) => {
    if (type === 'catalog' || type === 'restarted') soon();
  });
  return () => {
    gone = true;
    clearTimeout(timer);
    unsubscribe();
  };
}

/** The merchants, kept while the page is open. */
export class MerchantWatch {
  readonly session: PageSession;
  merchants = $state.raw<readonly Merchant[] | null>(null);
  /** Why there is nothing to see, as a sentence. */
  failure = $state<string | null>(null);

  constructor(session: PageSession) {
    this.session = session;
  }

  follow(): () => void {
    return whenCatalogsChange(this.session, () => this.look());
  }

  /** At once: what was just done is seen before it can be undone. */
  async look(): Promise<void> {
    try {
      this.merchants = await this.session.playground.ask('merchants.all');
      this.failure = null;
    } catch (cause) {
      this.failure = cause instanceof Error ? cause.message : String(cause);
    }
  }
}
