/** Finds what is declared under a path: a tree of segments, in which a name wins over a parameter. */
import type { Endpoint } from '../declaration/endpoint.ts';
import { decodeRfc3986 } from '../http/encoding.ts';

/** What the router knows of an endpoint. */
export interface Routed {
  readonly method: string;
  /** With `:name` for parameters, each a segment of its own. */
  readonly path: string;
  readonly aliases: readonly string[];
}

/** A path with its parameters, decoded, and the endpoints that it has by method. */
export interface Route<E extends Routed = Endpoint> {
  readonly methods: ReadonlyMap<string, E>;
  readonly params: Readonly<Record<string, string>>;
}

export class Router<E extends Routed = Endpoint> {
  readonly #root = new Node<E>();

  /** Throws a TypeError for two endpoints of one method under one path, or one path with two names for a parameter. */
  constructor(endpoints: readonly E[]) {
    for (const endpoint of endpoints)
      for (const path of [endpoint.path, ...endpoint.aliases]) this.#add(path, endpoint);
  }

  /** null for an unknown path. A single trailing slash is ignored (choice: methods). */
  find(path: string): Route<E> | null {
    if (!path.startsWith('/')) return null;
    const segments = path.slice(1, path.endsWith('/') ? -1 : undefined).split('/');
    const values: string[] = [];
    const found = this.#root.find(segments, 0, values);
    if (!found) return null;
    const params = Object.fromEntries(found.names.map((name, at) => [name, decodeRfc3986(values[at]!)]));
    return { methods: found.methods, params };
  }

  #add(path: string, endpoint: E): void {
    const segments = path.slice(1).split('/');
    let node = this.#root;
    for (const segment of segments) node = node.grow(segment);
    const names = segments.filter(isParameter).map((name) => name.slice(1));
    const { methods, names: known } = (node.leaf ??= { names, methods: new Map() });
    if (known.join() !== names.join())
      throw new TypeError(`The parameters of ${path} are called ${known.join(', ')} elsewhere`);
    if (methods.has(endpoint.method)) throw new TypeError(`Two endpoints for ${endpoint.method} ${path}`);
    methods.set(endpoint.method, endpoint);
  }
}

/** Where a path ends: what its parameters are called, and what is declared there. */
interface Leaf<E> {
  readonly names: readonly string[];
  readonly methods: Map<string, E>;
}

class Node<E> {
  readonly #named = new Map<string, Node<E>>();
  #parameter: Node<E> | null = null;
  leaf: Leaf<E> | null = null;

  grow(segment: string): Node<E> {
    if (isParameter(segment)) return (this.#parameter ??= new Node<E>());
    let next = this.#named.get(segment);
    if (!next) this.#named.set(segment, (next = new Node<E>()));
    return next;
  }

  /** Goes back to the parameter where the name leads nowhere. `values` are those of the parameters on the way. */
  find(segments: readonly string[], at: number, values: string[]): Leaf<E> | null {
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

/** What `Allow` names: HEAD goes with GET, OPTIONS with everything (choice: methods). */
export function allowed(methods: ReadonlyMap<string, unknown>): string[] {
  const names = [...methods.keys()];
  return [...names, ...(names.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
}
