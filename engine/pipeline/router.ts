import { addRoute, createRouter, findRoute } from 'rou3';
import type { Route } from '../declaration/family.ts';
import { decodeRfc3986 } from '../http/encoding.ts';

/** A path with its parameters, decoded, and what is declared under it by method. */
export interface Found {
  readonly methods: ReadonlyMap<string, Route>;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds what is declared under a path; static segments win over parameters. */
export class Router {
  readonly #routes = createRouter<ReadonlyMap<string, Route>>();

  /** Throws a TypeError for two routes of one method and path. */
  constructor(routes: readonly Route[]) {
    const byPath = new Map<string, Map<string, Route>>();
    for (const route of routes)
      for (const path of route.paths) {
        const methods = byPath.get(path) ?? new Map<string, Route>();
        if (methods.has(route.method)) throw new TypeError(`Two endpoints for ${route.method} ${path}`);
        byPath.set(path, methods.set(route.method, route));
      }
    for (const [path, methods] of byPath) addRoute(this.#routes, '', path, methods);
  }

  /** null for an unknown path. A single trailing slash is ignored (choice: methods). */
  find(path: string): Found | null {
    const found = findRoute(this.#routes, '', path);
    if (!found || path.endsWith('//')) return null;
    const params: Record<string, string> = {};
    for (const name in found.params) params[name] = decodeRfc3986(found.params[name]!);
    return { methods: found.data, params };
  }
}

/** What `Allow` names: HEAD goes with GET, OPTIONS with everything (choice: methods). */
export function allowed(methods: ReadonlyMap<string, Route>): string[] {
  const names = [...methods.keys()];
  return [...names, ...(names.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}
