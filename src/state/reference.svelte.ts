import type * as told from '#reference';
import type { FamilyOutline, KnownEndpoint } from '#reference';
import type { EndpointOutline } from '../../worker/api.ts';

export const notListed = 'The list of endpoints could not be loaded from the server.';

/** Ids that may name an endpoint. */
type Id = string | null | undefined;

/** The endpoint that is shown first, and its family. */
const start = { family: 'users', id: 'getMe' };

/**
 * The endpoints: the names of families from the start, a whole family once one of its endpoints is shown, and outlines
 * of the others once a list is shown.
 */
export class Reference {
  readonly families: readonly FamilyOutline[];
  readonly #told: Told;
  readonly #loading = new Map<string, Promise<void>>();
  #outlines = $state.raw<readonly EndpointOutline[] | null>(null);
  #known = $state.raw<ReadonlyMap<string, KnownEndpoint>>(new Map());
  /** As lists show them, in order: all of them when it `isWhole`. */
  readonly endpoints: readonly EndpointOutline[] = $derived.by(
    () => this.#outlines ?? [...this.#known.values()],
  );

  constructor(told: Told) {
    this.families = told.families;
    this.#told = told;
  }

  /** With the family that is shown first, this endpoint, and these outlines. Rejects if they cannot be loaded. */
  static async open(told: Told, id?: Id, listed: readonly Id[] = []): Promise<Reference> {
    const reference = new Reference(told);
    const isElsewhere = [id, ...listed].some((each) => each && each !== start.id);
    await Promise.all([reference.loadFamily(start.family), isElsewhere && reference.list()]);
    if (id) await reference.load(id);
    return reference;
  }

  get first(): EndpointOutline {
    return this.#known.get(start.id)!;
  }

  /** Whether there is an outline of every endpoint. */
  get isWhole(): boolean {
    return this.#outlines !== null;
  }

  /** null for an unknown endpoint, and for one whose family is not loaded yet, unless it `isWhole`. */
  outline(id: Id): EndpointOutline | null {
    return this.endpoints.find((each) => each.id === id) ?? null;
  }

  /** null for an unknown endpoint, and for one that is not loaded yet. */
  endpoint(id: string | null): KnownEndpoint | null {
    return (id !== null && this.#known.get(id)) || null;
  }

  /** Whether the endpoint exists, or may exist, and is not fully loaded. */
  lacks(id: Id): boolean {
    if (typeof id !== 'string' || this.#known.has(id)) return false;
    return !this.isWhole || this.outline(id) !== null;
  }

  /** Resolves when this endpoint is fully loaded. Rejects if it cannot be loaded. */
  async load(id: string): Promise<void> {
    if (!this.lacks(id)) return;
    await this.list();
    const family = this.outline(id)?.family;
    if (family !== undefined) await this.loadFamily(family);
  }

  /** Resolves when it `isWhole`. Rejects if that cannot be loaded. */
  list(): Promise<void> {
    if (this.isWhole) return Promise.resolve();
    return this.#once('', async () => {
      this.#outlines = await this.#told.outlines();
    });
  }

  loadFamily(family: string): Promise<void> {
    return this.#once(family, async () => {
      const more = await this.#told.known[family]!();
      this.#known = new Map([...this.#known, ...more.map((each) => [each.id, each] as const)]);
    });
  }

  /** Waits for a load under way; a failed one is tried again. */
  #once(what: string, work: () => Promise<void>): Promise<void> {
    let loading = this.#loading.get(what);
    if (!loading) {
      loading = work().finally(() => this.#loading.delete(what));
      this.#loading.set(what, loading);
    }
    return loading;
  }
}

/** The build's description of the endpoints. */
export type Told = Pick<typeof told, 'families' | 'outlines' | 'known'>;
