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

/** The catalog of the acting user, and why their calls are refused. Kept while the page is open. */
export class CatalogWatch {
  readonly session: PageSession;
  readonly #live: Live<Known>;
  /** null until it is known. Never shows another user's catalog. */
  readonly overview: CatalogOverview | null = $derived.by(() =>
    this.#live.value?.userId === (this.session.user?.id ?? '') ? this.#live.value.overview : null,
  );
  readonly catalog = $derived(this.overview?.catalog ?? null);
  /** The refusal that a call of the catalog would get now; null for none. */
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

  /** Why there is nothing to show, as a sentence. */
  get failure(): string | null {
    return this.#live.failure;
  }

  /** Follows the acting user's catalog; tokens change what a call would get. Returns a function that stops it. */
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
