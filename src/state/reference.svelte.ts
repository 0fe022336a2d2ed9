import type { ToldDetails } from '#reference';
import type { EndpointOutline } from '../../worker/api.ts';

/** Gives the details of one family's endpoints. */
export type LoadDetails = (family: string) => Promise<readonly ToldDetails[]>;

/** All that is known of an endpoint. */
export type KnownEndpoint = EndpointOutline & ToldDetails;

/** The endpoint that is shown first. */
const start = 'getMe';

/** The endpoints: all of them as lists show them, and of a family the rest, once one of it is looked at. */
export class Reference {
  readonly endpoints: readonly EndpointOutline[];
  readonly #load: LoadDetails;
  readonly #loading = new Map<string, Promise<void>>();
  #described = $state.raw<ReadonlyMap<string, KnownEndpoint>>(new Map());

  constructor(endpoints: readonly EndpointOutline[], load: LoadDetails) {
    this.endpoints = endpoints;
    this.#load = load;
  }

  get first(): EndpointOutline | null {
    return this.outline(start) ?? this.endpoints[0] ?? null;
  }

  outline(id: string | null | undefined): EndpointOutline | null {
    return this.endpoints.find((each) => each.id === id) ?? null;
  }

  /** null for an unknown endpoint, and for one that is not loaded yet. */
  endpoint(id: string | null): KnownEndpoint | null {
    return (id !== null && this.#described.get(id)) || null;
  }

  /** Resolves when what there is to know of this endpoint is known. Rejects when it does not arrive. */
  async load(id: string): Promise<void> {
    const family = this.outline(id)?.family;
    if (family === undefined || this.#described.has(id)) return;
    let loading = this.#loading.get(family);
    if (!loading) {
      loading = this.#loadFamily(family).finally(() => this.#loading.delete(family));
      this.#loading.set(family, loading);
    }
    await loading;
  }

  async #loadFamily(family: string): Promise<void> {
    const details = new Map((await this.#load(family)).map((each) => [each.id, each]));
    const described = this.endpoints.flatMap((outline): [string, KnownEndpoint][] => {
      const more = details.get(outline.id);
      return more ? [[outline.id, { ...outline, ...more }]] : [];
    });
    this.#described = new Map([...this.#described, ...described]);
  }
}
