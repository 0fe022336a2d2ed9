import { sameAuthority, splitUrl } from '../http/url.ts';
import type { UrlParts } from '../http/url.ts';
import type { Route, Router } from './router.ts';

/** A URL read once: its parts, and what is declared under its path when it is one of ours. */
export interface Address {
  readonly url: UrlParts;
  /** Whether its host, port and base path are the platform's. */
  readonly isOurs: boolean;
  readonly route: Route | null;
}

/** Addresses that are remembered at most. */
const most = 1000;

/** Reads addresses, and remembers how: people call the same few. */
export class Addresses {
  readonly #known = new Map<string, Address>();

  constructor(
    private readonly base: UrlParts,
    private readonly router: Router,
  ) {}

  /** null for what is no absolute http or https address. */
  read(text: string): Address | null {
    const known = this.#known.get(text);
    if (known) return known;
    const url = splitUrl(text);
    if (!url) return null;
    const isOurs = this.#isOurs(url);
    const route = this.routeOf(url);
    if (this.#known.size >= most) this.#known.clear();
    const address = { url, isOurs, route };
    this.#known.set(text, address);
    return address;
  }

  /** What is declared under an address's path; not remembered. */
  routeOf(url: UrlParts): Route | null {
    return this.#isOurs(url) ? this.router.find(url.path.slice(this.base.path.length) || '/') : null;
  }

  #isOurs(url: UrlParts): boolean {
    return (
      sameAuthority({ ...url, scheme: this.base.scheme }, this.base) &&
      `${url.path}/`.startsWith(`${this.base.path}/`)
    );
  }
}
