/** Finds the endpoints declared at a path: a tree of segments in which a name wins over a parameter. */
import type { Route } from '../declaration/family.ts';
import { decodeRfc3986 } from '../http/encoding.ts';

/** A path's decoded parameters, and what is declared at it, by method. */
export interface Found {
  readonly methods: ReadonlyMap<string, Route>;
  readonly params: Readonly<Record<string, string>>;
}

export class Router {
  readonly #root = new Node();

  /** Throws a TypeError for two routes with one method and path, or one path with two names for a parameter. */
  constructor(routes: readonly Route[]) {
    for (const route of routes) for (const path of route.paths) this.#add(path, route);
  }

  /** null for an unknown path. A single trailing slash is ignored (choice: methods). */
  find(path: string): Found | null {
    if (!path.startsWith('/')) return null;
    const segments = path.slice(1, path.endsWith('/') ? -1 : undefined).split('/');
    const values: string[] = [];
    const found = this.#root.find(segments, 0, values);
    if (!found) return null;
    const params = Object.fromEntries(found.names.map((name, at) => [name, decodeRfc3986(values[at]!)]));
    return { methods: found.methods, params };
  }

  #add(path: string, route: Route): void {
    const segments = path.slice(1).split('/');
    let node = this.#root;
    for (const segment of segments) node = node.grow(segment);
    const names = segments.filter(isParameter).map((name) => name.slice(1));
    const { methods, names: known } = (node.leaf ??= { names, methods: new Map() });
    if (known.join() !== names.join())
      throw new TypeError(`The parameters of ${path} are called ${known.join(', ')} elsewhere`);
    if (methods.has(route.method)) throw new TypeError(`Two endpoints for ${route.method} ${path}`);
    methods.set(route.method, route);
  }
}

/** The end of a path: the names of its parameters, and what is declared there. */
interface Leaf {
  readonly names: readonly string[];
  readonly methods: Map<string, Route>;
}

class Node {
  readonly #named = new Map<string, Node>();
  #parameter: Node | null = null;
  leaf: Leaf | null = null;

  grow(segment: string): Node {
    if (isParameter(segment)) return (this.#parameter ??= new Node());
    let next = this.#named.get(segment);
    if (!next) this.#named.set(segment, (next = new Node()));
    return next;
  }

  /** Backtracks to the parameter when the name leads nowhere. `values` are those of the parameters so far. */
  find(segments: readonly string[], at: number, values: string[]): Leaf | null {
    const segment = segments[at];
    if (segment === undefined) return this.leaf;
    const named = this.#named.get(segment)?.find(segments, at + 1, values);
    if (named) return named;
    if (!this.#parameter || segment === '') return null;
    values.push(segment);
    const found = this.#parameter.find(segments, at + 1, values);
    if (!found) values.pop();
    return found;
  }
}

const isParameter = (segment: string): boolean => segment.startsWith(':');

/** The methods in `Allow`: GET implies HEAD, and OPTIONS is always included (choice: methods). */
export function allowed(methods: ReadonlyMap<string, Route>): string[] {
  const names = [...methods.keys()];
  return [...names, ...(names.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}
