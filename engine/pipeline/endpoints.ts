import type { Endpoint } from '../declaration/endpoint.ts';
import type { Family, Route } from '../declaration/family.ts';

/**
 * The endpoints of all families, each family loaded when one of its endpoints is first needed, and their routes: some
 * families' routes are there from the start, the others' are loaded on demand.
 */
export class Endpoints {
  readonly #families: readonly Family[];
  readonly #routes = new Map<Family, readonly Route[]>();
  readonly #byId = new Map<string, Family>();
  readonly #loaded = new Map<string, Endpoint>();
  readonly #loading = new Map<Family, Promise<void>>();
  #learning: Promise<void> | null = null;

  /** Throws a TypeError for two endpoints with one id among the routes there from the start. */
  constructor(families: readonly Family[]) {
    this.#families = families;
    for (const family of families) if (typeof family.routes !== 'function') this.#know(family, family.routes);
  }

  /** The routes known so far, by family. */
  get routes(): readonly Route[] {
    return this.#families.flatMap((family) => this.#routes.get(family) ?? []);
  }

  /** Whether the routes of every family are known. */
  get isWhole(): boolean {
    return this.#routes.size === this.#families.length;
  }

  /** Loads the routes that are not known yet. Rejects when they cannot be loaded; the next call tries again. */
  learn(): Promise<void> {
    return (this.#learning ??= this.#learn().finally(() => (this.#learning = null)));
  }

  /** The declaration if it is loaded. */
  at(id: string): Endpoint | undefined {
    return this.#loaded.get(id);
  }

  /** The declaration, loaded if needed; undefined for an unknown id. Rejects when its family cannot be loaded. */
  async load(id: string): Promise<Endpoint | undefined> {
    if (!this.#byId.has(id) && !this.isWhole) await this.learn();
    const family = this.#byId.get(id);
    if (!family) return undefined;
    if (!this.#loaded.has(id)) await this.#loadFamily(family);
    return this.#loaded.get(id);
  }

  async #learn(): Promise<void> {
    const found = await Promise.all(
      this.#families.map(async ({ routes }) => (typeof routes === 'function' ? await routes() : routes)),
    );
    for (const [at, family] of this.#families.entries())
      if (!this.#routes.has(family)) this.#know(family, found[at]!);
  }

  #know(family: Family, routes: readonly Route[]): void {
    for (const { id } of routes) {
      if (this.#byId.has(id)) throw new TypeError(`Two endpoints have the id ${id}`);
      this.#byId.set(id, family);
    }
    this.#routes.set(family, routes);
  }

  /** Tried again with the next call if loading fails. */
  #loadFamily(family: Family): Promise<void> {
    const under = this.#loading.get(family);
    if (under) return under;
    const loading = family
      .load()
      .then((endpoints) => this.#add(family, endpoints))
      .finally(() => this.#loading.delete(family));
    this.#loading.set(family, loading);
    return loading;
  }

  #add(family: Family, endpoints: readonly Endpoint[]): void {
    const byId = new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]));
    for (const { id } of this.#routes.get(family)!) {
      const endpoint = byId.get(id);
      if (!endpoint) throw new TypeError(`Family ${family.id} has a route for ${id} and no endpoint`);
      this.#loaded.set(id, endpoint);
    }
  }
}

/** The route under a path for a method: HEAD goes with GET (choice: methods). */
export const routeFor = (methods: ReadonlyMap<string, Route>, method: string): Route | undefined =>
  methods.get(method === 'HEAD' ? 'GET' : method);
