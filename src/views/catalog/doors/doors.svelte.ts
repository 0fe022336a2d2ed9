import { authorizeUser } from '../../../exchange/authorize-user.ts';
import { ownCall, tokenOf } from '../../../call/own-call.ts';
import type { Answered } from '../../../call/own-call.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { CatalogWatch } from '../catalog.svelte.ts';

export type DoorId = 'earlyAccess' | 'terms' | 'token' | 'catalog';

export interface Door {
  readonly id: DoorId;
  readonly isOpen: boolean;
}

/** The doors between the acting user and a catalog, in the order in which they are opened. */
export class Doors {
  readonly #watch: CatalogWatch;
  /** The name for the catalog; null until the person enters one. */
  #name = $state<string | null>(null);
  busy = $state<DoorId | null>(null);
  /** Why the last door did not open. */
  reason = $state('');
  /** The answer to the call that creates the catalog, if it is a refusal. */
  refused = $state.raw<Answered | null>(null);

  constructor(session: PageSession) {
    this.#watch = session.keep(CatalogWatch);
  }

  readonly all: readonly Door[] = $derived.by(() => {
    const { overview, hasToken } = this.#watch;
    return [
      { id: 'earlyAccess', isOpen: overview?.earlyAccess === true },
      { id: 'terms', isOpen: overview?.termsAcceptedAt != null },
      { id: 'token', isOpen: hasToken },
      { id: 'catalog', isOpen: overview?.catalog != null },
    ];
  });
  readonly shut = $derived(this.all.filter(({ isOpen }) => !isOpen));
  readonly next = $derived(this.shut[0]?.id ?? null);

  get name(): string {
    return this.#name ?? `${this.#watch.session.user?.name ?? 'Nobody'}’s shop`;
  }
  set name(name: string) {
    this.#name = name;
  }

  /** Whether every door before it is open. */
  canOpen = (id: DoorId): boolean => id !== 'catalog' || this.next === 'catalog';

  /** Opens a door. True if it is open. */
  async open(id: DoorId): Promise<boolean> {
    if (this.busy) return false;
    this.busy = id;
    try {
      this.reason = (await this.#act(id)) ?? '';
      await this.#watch.look();
      return this.reason === '';
    } finally {
      this.busy = null;
    }
  }

  /** Opens the shut doors one after another, and stops at the first that does not open. */
  async openAll(): Promise<void> {
    for (const { id } of this.shut) if (!(await this.open(id))) return;
  }

  /** Resolves to the reason if it failed. */
  async #act(id: DoorId): Promise<string | null> {
    const { session } = this.#watch;
    const { user, playground } = session;
    this.refused = null;
    if (!user) return 'There is no user to act as.';
    if (id === 'token') return authorizeUser(session, user.id);
    if (id === 'catalog') return this.#create(user.id);
    const done =
      id === 'terms'
        ? await playground.do('catalog.setTermsAccepted', user.id, true)
        : await playground.do('catalog.setEarlyAccess', user.id, true);
    return done.ok ? null : done.reason;
  }

  async #create(userId: string): Promise<string | null> {
    const { session } = this.#watch;
    const token = tokenOf(session, userId);
    if (!token) return 'Without a token nobody can call as this user.';
    const body = { name: this.name.trim() };
    const answered = await ownCall(session, token, { method: 'POST', path: '/5/product_catalogs', body });
    if (answered.status === 201) return null;
    this.refused = answered;
    return answered.status === null
      ? 'The connection was closed without an answer.'
      : `${answered.status}: ${answered.json.errors?.[0]?.message ?? 'no catalog was made'}`;
  }
}
