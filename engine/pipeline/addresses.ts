import type { Route } from '../declaration/family.ts';
import type { HttpRequest } from '../http/messages.ts';
import { apiAt } from '../spec/apis.ts';
import type { Api } from '../spec/apis.ts';
import { sameAuthority, splitUrl } from '../http/url.ts';
import type { UrlParts } from '../http/url.ts';
import { routeFor } from './endpoints.ts';
import { Router } from './router.ts';
import type { Found } from './router.ts';

/** One of the platform's base addresses (choice: hosts). */
export interface Site {
  readonly host: Api['host'];
  readonly base: UrlParts;
}

/** A URL with its parts, the site that serves it if it is ours, and the endpoint declared at it. */
export interface Address {
  readonly url: UrlParts;
  readonly site: Site | null;
  readonly found: Found | null;
}

/** The most addresses that are remembered. */
const most = 1000;

/** Reads addresses and remembers the results, because clients call the same few. */
export class Addresses {
  readonly #known = new Map<string, Address>();
  readonly #sites: readonly (Site & { readonly router: Router })[];

  /** Throws a TypeError for routes that conflict. */
  constructor(sites: readonly Site[], routes: readonly Route[]) {
    this.#sites = sites.map((site) => ({
      ...site,
      router: new Router(routes.filter(({ api }) => api.host === site.host)),
    }));
  }

  /** null for text that is not an absolute http or https address. */
  read(text: string): Address | null {
    const known = this.#known.get(text);
    if (known) return known;
    const url = splitUrl(text);
    if (!url) return null;
    if (this.#known.size >= most) this.#known.clear();
    const address = this.#find(url);
    this.#known.set(text, address);
    return address;
  }

  /** Whether no further route could match instead: a path that matches by names only wins over one with parameters. */
  settles({ url, method }: HttpRequest): boolean {
    const found = this.read(url)?.found;
    return !!found && Object.keys(found.params).length === 0 && routeFor(found.methods, method) !== undefined;
  }

  /**
   * The API whose error format a refusal uses: that of any method of the path, otherwise the one that the path begins
   * like.
   */
  apiOf(url: UrlParts | null): Api {
    const { site, found } = url ? this.#find(url) : { site: null, found: null };
    const [declared] = found?.methods.values() ?? [];
    if (declared) return declared.api;
    return apiAt(site?.host ?? 'api', url ? pathUnder(url, site ?? this.#sites[0]!) : '/');
  }

  /** Sites may share a host and even a base: the one that has the path serves it. */
  #find(url: UrlParts): Address {
    const ours = this.#sites.filter((site) => isUnder(url, site));
    for (const site of ours) {
      const found = site.router.find(pathUnder(url, site));
      if (found) return { url, site, found };
    }
    return { url, site: ours[0] ?? null, found: null };
  }
}

const isUnder = (url: UrlParts, { base }: Site): boolean =>
  sameAuthority({ ...url, scheme: base.scheme }, base) && `${url.path}/`.startsWith(`${base.path}/`);

const pathUnder = (url: UrlParts, { base }: Site): string =>
  url.path.startsWith(base.path) ? url.path.slice(base.path.length) || '/' : url.path;
