import type { CatalogOverview, CatalogRefusal } from '../../../worker/api.ts';
import { tokenOf } from '../../call/own-call.ts';
import { whenCatalogsChange } from '../../merchants/watch.svelte.ts';
import type { PageSession } from '../../state/session.svelte.ts';

/** The catalog of the acting user, and what keeps them from it; kept while the page is open. */
export class CatalogWatch {
  readonly session: PageSession;
  /** Of whom it is known; another user's is never shown as this one's. */
  #of = $state.raw<string | null>(null);
  #overview = $state.raw<CatalogOverview | null>(null);
  #refusal = $state.raw<CatalogRefusal | null>(null);
  /** Why there is nothing to see, as a sentence. */
  failure = $state<string | null>(null);
  /** null until it is known. */
  readonly overview: CatalogOverview | null = $derived.by(() =>
    this.#of === (this.session.user?.id ?? '') ? this.#overview : null,
  );
  readonly catalog = $derived(this.overview?.catalog ?? null);
  /** What a call of the catalog would be refused with now; null for none. */
  readonly refusal = $derived(this.overview && this.#refusal);
  readonly hasToken = $derived.by(() => {
    const { user } = this.session;
    return user !== null && tokenOf(this.session, user.id) !== null;
  });
  /** Whether calls of the acting user are refused, or there is no catalog yet. */
  readonly isShut = $derived(
    this.overview !== null &&
      (!this.overview.earlyAccess ||
        this.overview.termsAcceptedAt === null ||
        this.overview.catalog === null),
  );

  constructor(session: PageSession) {
    this.session = session;
  }

  /** Of the user who acts now. Returns the way to stop. */
  follow(): () => void {
    return whenCatalogsChange(this.session, () => this.look());
  }

  async look(): Promise<void> {
    const userId = this.session.user?.id ?? '';
    const { playground } = this.session;
    try {
      const [overview, refusal] = await Promise.all([
        playground.ask('merchants.overview', userId),
        playground.ask('merchants.refusal', userId, this.hasToken),
      ]);
      if (userId !== (this.session.user?.id ?? '')) return;
      [this.#of, this.#overview, this.#refusal, this.failure] = [userId, overview, refusal, null];
    } catch (cause) {
      this.failure = cause instanceof Error ? cause.message : String(cause);
    }
  }
}
