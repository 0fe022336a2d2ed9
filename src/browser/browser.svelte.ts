import { header, text } from '../../worker/api.ts';
import type { Jar } from './cookies.ts';
import { readPage } from './dom.ts';
import { parseAddress, travel } from './navigate.ts';
import type { Hop, Landing, Ports, Target } from './navigate.ts';
import type { Page } from './page.ts';

/** A place that the browser is at, as it was shown. */
export interface Visit {
  readonly target: Target;
  readonly landing: Landing;
  /** The address that is shown: where the last redirect led. */
  readonly url: string;
  readonly page: Page | null;
  readonly hops: readonly Hop[];
}

export interface BrowserPorts extends Ports {
  /** Told of each place that a journey ended at, after it is shown. */
  readonly arrived: (visit: Visit) => void;
}

/** A small real browser: history, cookies, redirects. It shows what its ports answer and runs nothing of it. */
export class Browser {
  readonly #ports: BrowserPorts;
  #history = $state.raw<readonly Visit[]>([]);
  jar = $state.raw<Jar>([]);
  loading = $state(false);
  /** Why the last journey had no end, as a sentence. */
  failure = $state<string | null>(null);
  readonly current = $derived(this.#history.at(-1) ?? null);
  readonly canGoBack = $derived(this.#history.length > 1);
  #journey = 0;

  constructor(ports: BrowserPorts) {
    this.#ports = ports;
  }

  /** Resolves when the journey has ended; to null when another one began meanwhile. */
  async go(target: Target, replace = false): Promise<Visit | null> {
    const journey = ++this.#journey;
    this.loading = true;
    this.failure = null;
    try {
      const { landing, hops, jar } = await travel(target, this.jar, this.#ports);
      this.jar = jar;
      if (journey !== this.#journey) return null;
      const visit = arrive(target, landing, hops);
      this.#history = [...(replace ? this.#history.slice(0, -1) : this.#history), visit];
      this.#ports.arrived(visit);
      return visit;
    } catch (cause) {
      if (journey === this.#journey) this.failure = cause instanceof Error ? cause.message : String(cause);
      return null;
    } finally {
      if (journey === this.#journey) this.loading = false;
    }
  }

  open(typed: string): Promise<Visit | null> {
    const url = typed.trim();
    return this.go({ method: 'GET', url: parseAddress(url) ? url : `https://${url}`, body: null });
  }

  /** Shows the place before as it was then; nothing is sent. */
  back(): void {
    this.#journey += 1;
    this.loading = false;
    if (this.canGoBack) this.#history = this.#history.slice(0, -1);
  }

  /** Sends what led here once more. */
  reload(): Promise<Visit | null> {
    return this.current ? this.go(this.current.target, true) : Promise.resolve(null);
  }

  forgetCookies(): void {
    this.jar = [];
  }

  /** An empty window; cookies stay. */
  close(): void {
    this.#journey += 1;
    this.#history = [];
    this.loading = false;
    this.failure = null;
  }
}

function arrive(target: Target, landing: Landing, hops: readonly Hop[]): Visit {
  const url = 'hop' in landing ? landing.hop.request.url : landing.url;
  return { target, landing, url, hops, page: pageOf(landing, url) };
}

function pageOf(landing: Landing, url: string): Page | null {
  if (landing.kind !== 'page') return null;
  const { headers, body } = landing.response;
  const isHtml = /^text\/html *(;|$)/i.test(header(headers, 'content-type') ?? '');
  if (isHtml) return readPage(text(body), new URL(url));
  const shown = { name: 'code', attributes: {}, children: [text(body)] };
  return { title: url, styles: [], pieces: [{ name: 'main', attributes: {}, children: [shown] }] };
}
