import { header, text } from '../../worker/api.ts';
import type { Jar } from './cookies.ts';
import { readPage } from './dom.ts';
import { navigate, parseAddress } from './navigate.ts';
import type { Hop, Landing, Ports, NavigationTarget } from './navigate.ts';
import type { BrowserPage } from './page.ts';

/** A page that the browser visited, as it was shown. */
export interface HistoryEntry {
  readonly target: NavigationTarget;
  readonly landing: Landing;
  /** The address shown: the end of the last redirect. */
  readonly url: string;
  readonly page: BrowserPage | null;
  readonly hops: readonly Hop[];
}

export interface BrowserPorts extends Ports {
  /** Called with each page that a navigation ended at, after it is shown. */
  readonly arrived: (entry: HistoryEntry) => void;
}

/**
 * A small real browser with history, cookies and redirects. It shows the answers of its ports and runs none of their
 * code.
 */
export class Browser {
  readonly #ports: BrowserPorts;
  #history = $state.raw<readonly HistoryEntry[]>([]);
  jar = $state.raw<Jar>([]);
  loading = $state(false);
  /** Why the last navigation failed, as a sentence. */
  failure = $state<string | null>(null);
  readonly current = $derived(this.#history.at(-1) ?? null);
  readonly canGoBack = $derived(this.#history.length > 1);
  #navigation = 0;
  #latest: Promise<unknown> = Promise.resolve();

  constructor(ports: BrowserPorts) {
    this.#ports = ports;
  }

  /** Resolves when the navigation has ended; to null if another one began meanwhile. */
  go(target: NavigationTarget, replace = false): Promise<HistoryEntry | null> {
    const going = this.#go(target, replace);
    this.#latest = going;
    return going;
  }

  /** Resolves when no navigation is under way. */
  async settled(): Promise<void> {
    while (this.loading) await this.#latest;
  }

  async #go(target: NavigationTarget, replace: boolean): Promise<HistoryEntry | null> {
    const navigation = ++this.#navigation;
    this.loading = true;
    this.failure = null;
    try {
      const { landing, hops, jar } = await navigate(target, this.jar, this.#ports);
      this.jar = jar;
      if (navigation !== this.#navigation) return null;
      const entry = arrive(target, landing, hops);
      this.#history = [...(replace ? this.#history.slice(0, -1) : this.#history), entry];
      this.#ports.arrived(entry);
      return entry;
    } catch (cause) {
      if (navigation === this.#navigation)
        this.failure = cause instanceof Error ? cause.message : String(cause);
      return null;
    } finally {
      if (navigation === this.#navigation) this.loading = false;
    }
  }

  open(typed: string): Promise<HistoryEntry | null> {
    const url = typed.trim();
    return this.go({ method: 'GET', url: parseAddress(url) ? url : `https://${url}`, body: null });
  }

  /** Shows the previous page as it was then; sends nothing. */
  back(): void {
    this.#navigation += 1;
    this.loading = false;
    if (this.canGoBack) this.#history = this.#history.slice(0, -1);
  }

  /** Shows an earlier page as it was then; sends nothing. */
  show(entry: HistoryEntry): void {
    this.#navigation += 1;
    this.loading = false;
    this.failure = null;
    this.#history = [...this.#history, entry];
  }

  /** Repeats the request that led here. */
  reload(): Promise<HistoryEntry | null> {
    return this.current ? this.go(this.current.target, true) : Promise.resolve(null);
  }

  forgetCookies(): void {
    this.jar = [];
  }

  /** Opens an empty window; cookies stay. */
  close(): void {
    this.#navigation += 1;
    this.#history = [];
    this.loading = false;
    this.failure = null;
  }
}

function arrive(target: NavigationTarget, landing: Landing, hops: readonly Hop[]): HistoryEntry {
  const url = 'hop' in landing ? landing.hop.request.url : landing.url;
  return { target, landing, url, hops, page: pageOf(landing, url) };
}

function pageOf(landing: Landing, url: string): BrowserPage | null {
  if (landing.kind !== 'page') return null;
  const { headers, body } = landing.response;
  const isHtml = /^text\/html *(;|$)/i.test(header(headers, 'content-type') ?? '');
  if (isHtml) return readPage(text(body), new URL(url));
  const shown = { name: 'code', attributes: {}, children: [text(body)] };
  return { title: url, styles: [], pieces: [{ name: 'main', attributes: {}, children: [shown] }] };
}
