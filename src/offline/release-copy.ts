import { cachesOf } from './protocol.ts';
import type { CopyState, ListedFile, ReleaseFiles } from './protocol.ts';

/** How many files are requested at once: the page's own requests have priority. */
const atOnce = 4;

/** What a browser provides to a service worker; tests provide their own. */
export interface Surroundings {
  readonly caches: Pick<CacheStorage, 'delete' | 'keys' | 'open'> & {
    match(address: string, options: MultiCacheQueryOptions): Promise<Response | undefined>;
  };
  readonly fetch: (address: string | Request, init?: RequestInit) => Promise<Response>;
  readonly now: () => number;
}

/**
 * A copy of one release in its own cache. A file is kept only if its bytes are those that the build listed, so no copy
 * mixes releases, even if a server is updated meanwhile.
 */
export class ReleaseCopy {
  readonly #release: ReleaseFiles;
  readonly #folder: URL;
  readonly #around: Surroundings;
  readonly #paths: ReadonlySet<string>;
  readonly #name: string;

  /** `folder`: the address of the site's folder, with a slash at its end. */
  constructor(release: ReleaseFiles, folder: string, around: Surroundings) {
    this.#release = release;
    this.#folder = new URL(folder);
    this.#around = around;
    this.#paths = new Set([...release.first, ...release.later].map(([path]) => path));
    this.#name = cachesOf(this.#folder.pathname) + release.version;
  }

  /** The path of a file of this release, or of one that only an older release may have; null for any other address. */
  pathOf(address: string): string | null {
    const { origin, pathname } = new URL(address);
    const { origin: own, pathname: folder } = this.#folder;
    if (origin !== own || !pathname.startsWith(folder)) return null;
    const path = pathname.slice(folder.length).replace(/^index\.html$/, '');
    return this.#paths.has(path) || path.startsWith('assets/') ? path : null;
  }

  /** From this release; else from an older one, for a tab that was open before; else from the server. */
  async answer(path: string, request: Request): Promise<Response> {
    const kept = await this.#around.caches.match(this.#addressOf(path), { cacheName: this.#name });
    if (kept) return kept;
    return (
      (await this.#older(path)) ?? this.#around.fetch(this.#paths.has(path) ? this.#addressOf(path) : request)
    );
  }

  /** Keeps the files that the site needs. If it cannot, it rejects with a readable reason; files kept by then stay. */
  async keepFirst(told: (state: CopyState) => void): Promise<void> {
    await this.#keep(this.#release.first, told);
    const before = await this.#note();
    await this.#write({ since: before?.since ?? this.#around.now() });
    told(await this.state());
  }

  async keepRest(told: (state: CopyState) => void): Promise<void> {
    await this.#keep(this.#release.later, told);
    told(await this.state());
  }

  async state(): Promise<CopyState> {
    const kept = new Set(await this.#keptAddresses());
    const all = [...this.#release.first, ...this.#release.later];
    const note = await this.#note();
    return {
      version: this.#release.version,
      bytes: sum(all.filter(([path]) => kept.has(this.#addressOf(path)))),
      of: sum(all),
      since: note?.since ?? null,
    };
  }

  /** Removes the copies of other releases. */
  async removeOthers(): Promise<void> {
    for (const name of await this.#otherNames()) await this.#around.caches.delete(name);
  }

  /** Removes this copy if only a part of it could be kept. */
  async remove(): Promise<void> {
    await this.#around.caches.delete(this.#name);
  }

  async #keep(files: readonly ListedFile[], told: (state: CopyState) => void): Promise<void> {
    const cache = await this.#around.caches.open(this.#name);
    const before = await this.state();
    const kept = new Set(await this.#keptAddresses());
    const waiting = files.filter(([path]) => !kept.has(this.#addressOf(path)));
    let { bytes } = before;
    const work = async (): Promise<void> => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        try {
          await cache.put(this.#addressOf(file[0]), await this.#fetch(file));
        } catch (error) {
          waiting.length = 0;
          throw error;
        }
        bytes += file[2];
        told({ ...before, bytes });
      }
    };
    // After a failure, nothing further is reported.
    const done = await Promise.allSettled(Array.from({ length: atOnce }, work));
    for (const each of done) if (each.status === 'rejected') throw each.reason;
  }

  /**
   * From the copy of an older release if the file is unchanged; else from the server, bypassing caches that are older.
   */
  async #fetch([path, digest]: ListedFile): Promise<Response> {
    const address = this.#addressOf(path);
    const ask = (cache: RequestCache) => this.#around.fetch(address, { cache, priority: 'low' });
    const ways = [() => this.#older(path), () => ask('default'), () => ask('reload')];
    let status = 0;
    for (const way of ways) {
      const response = await way();
      if (!response) continue;
      ({ status } = response);
      if (!response.ok) continue;
      const body = await response.arrayBuffer();
      if ((await digestOf(body)) === digest) return new Response(body, { headers: headersOf(response) });
    }
    const name = path || 'index.html';
    throw new Error(
      status === 200
        ? `The server has ${name} of another release, or changes it in transit.`
        : `The server answers ${status} for ${name}.`,
    );
  }

  async #older(path: string): Promise<Response | undefined> {
    for (const cacheName of await this.#otherNames()) {
      const found = await this.#around.caches.match(this.#addressOf(path), { cacheName });
      if (found) return found;
    }
    return undefined;
  }

  async #otherNames(): Promise<string[]> {
    const ours = cachesOf(this.#folder.pathname);
    return (await this.#around.caches.keys()).filter((name) => name.startsWith(ours) && name !== this.#name);
  }

  async #keptAddresses(): Promise<string[]> {
    if (!(await this.#around.caches.keys()).includes(this.#name)) return [];
    const cache = await this.#around.caches.open(this.#name);
    return (await cache.keys()).map(({ url }) => url);
  }

  /** Stored next to the files, under an address that nothing requests. */
  get #noteAddress(): string {
    return this.#addressOf('?offline-copy');
  }

  async #note(): Promise<{ since: number } | null> {
    const found = await this.#around.caches.match(this.#noteAddress, { cacheName: this.#name });
    const since = Number(await found?.text());
    return found && Number.isFinite(since) ? { since } : null;
  }

  async #write({ since }: { since: number }): Promise<void> {
    const cache = await this.#around.caches.open(this.#name);
    await cache.put(this.#noteAddress, new Response(String(since)));
  }

  #addressOf(path: string): string {
    return new URL(path, this.#folder).href;
  }
}

const sum = (files: readonly ListedFile[]): number => files.reduce((all, [, , bytes]) => all + bytes, 0);

async function digestOf(body: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', body);
  return btoa(String.fromCharCode(...new Uint8Array(digest, 0, 12)));
}

/** The server's headers, including the policy, without those about the transfer of the bytes. */
function headersOf({ headers }: Response): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  return kept;
}
