import type { CatalogOverview, CatalogRefusal } from '../../../worker/api.ts';
import { tokenOf } from '../../call/own-call.ts';
import { onCatalogs } from '../../merchants/watch.svelte.ts';
import { Live } from '../../state/live.svelte.ts';
import type { PageSession } from '../../state/session.svelte.ts';

interface Known {
  readonly userId: string;
  readonly overview: CatalogOverview;
  readonly refusal: CatalogRefusal | null;
}

/** The catalog of the acting user, and what keeps them from it; kept while the page is open. */
export class CatalogWatch {
  readonly session: PageSession;
  readonly #live: Live<Known>;
  /** null until it is known. Another user's is never shown as that of the acting user. */
  readonly overview: CatalogOverview | null = $derived.by(() =>
    this.#live.value?.userId === (this.session.user?.id ?? '') ? this.#live.value.overview : null,
  );
  readonly catalog = $derived(this.overview?.catalog ?? null);
  /** What a call of the catalog would be refused with now; null for none. */
  readonly refusal = $derived.by(() => this.overview && (this.#live.value?.refusal ?? null));
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
    this.#live = new Live(session, () => this.#ask(), onCatalogs());
  }

  /** Why there is nothing to see, as a sentence. */
  get failure(): string | null {
    return this.#live.failure;
  }

  /** Of the acting user; a token that comes or goes changes what a call meets. Returns the way to stop. */
  follow(): () => void {
    return this.#live.follow();
  }

  look(): Promise<void> {
    return this.#live.look();
  }

  async #ask(): Promise<Known> {
    const userId = this.session.user?.id ?? '';
    const { playground } = this.session;
    const [overview, refusal] = await Promise.all([
      playground.ask('merchants.overview', userId),
      playground.ask('merchants.refusal', userId, this.hasToken),
    ]);
    return { userId, overview, refusal };
  }
}
