import { addRoute, createRouter, findRoute } from 'rou3';
import type { Endpoint } from '../declaration/endpoint.ts';
import { decodeRfc3986 } from '../http/encoding.ts';

/** A path with its parameters, decoded, and the endpoints that it has by method. */
export interface Route {
  readonly methods: ReadonlyMap<string, Endpoint>;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds what is declared under a path; static segments win over parameters. */
export class Router {
  readonly #routes = createRouter<ReadonlyMap<string, Endpoint>>();

  constructor(endpoints: readonly Endpoint[]) {
    const byPath = new Map<string, Map<string, Endpoint>>();
    for (const endpoint of endpoints)
      for (const path of [endpoint.path, ...endpoint.aliases]) {
        const methods = byPath.get(path) ?? new Map<string, Endpoint>();
        if (methods.has(endpoint.method)) throw new TypeError(`Two endpoints for ${endpoint.method} ${path}`);
        byPath.set(path, methods.set(endpoint.method, endpoint));
      }
    for (const [path, methods] of byPath) addRoute(this.#routes, '', path, methods);
  }

  /** null for an unknown path. A single trailing slash is ignored (choice: methods). */
  find(path: string): Route | null {
    const found = findRoute(this.#routes, '', path);
    if (!found || path.endsWith('//')) return null;
    const params: Record<string, string> = {};
    for (const name in found.params) params[name] = decodeRfc3986(found.params[name]!);
    return { methods: found.data, params };
  }
}

/** What `Allow` names: HEAD goes with GET, OPTIONS with everything (choice: methods). */
export function allowed(methods: ReadonlyMap<string, Endpoint>): string[] {
  const names = [...methods.keys()];
  return [...names, ...(names.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}
