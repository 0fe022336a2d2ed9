import type { Endpoint } from '../declaration/endpoint.ts';
import type { Family, Route } from '../declaration/family.ts';

/** The endpoints of all families, each family loaded when one of its endpoints is first asked for. */
export class Endpoints {
  readonly #families = new Map<string, Family>();
  readonly #loaded = new Map<string, Endpoint>();
  readonly #loading = new Map<Family, Promise<void>>();

  /** Throws a TypeError for two endpoints of one id. */
  constructor(families: readonly Family[]) {
    for (const family of families)
      for (const { id } of family.routes) {
        if (this.#families.has(id)) throw new TypeError(`Two endpoints have the id ${id}`);
        this.#families.set(id, family);
      }
  }

  /** The declaration if it is loaded. */
  at(id: string): Endpoint | undefined {
    return this.#loaded.get(id);
  }

  /** The declaration, loaded if need be; undefined for an unknown id. Rejects when its family cannot be loaded. */
  async load(id: string): Promise<Endpoint | undefined> {
    const family = this.#families.get(id);
    if (!family) return undefined;
    if (!this.#loaded.has(id)) await this.#loadFamily(family);
    return this.#loaded.get(id);
  }

  /** What could not be loaded is tried again with the next call. */
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
    for (const { id } of family.routes) {
      const endpoint = byId.get(id);
      if (!endpoint) throw new TypeError(`Family ${family.id} has a route for ${id} and no endpoint`);
      this.#loaded.set(id, endpoint);
    }
  }
}

/** The route under a path for a method: HEAD goes with GET (choice: methods). */
export const routeFor = (methods: ReadonlyMap<string, Route>, method: string): Route | undefined =>
  methods.get(method === 'HEAD' ? 'GET' : method);
