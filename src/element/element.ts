/** `<svc-playground>`: a frame of a playground site, with its attributes, its height and its messages. */
import { names } from './names.ts';
import { protocol, readSaid, version } from './protocol.ts';
import type { Hello, Order, FrameSaid, Wish } from './protocol.ts';
import type { EmbedTheme } from './names.ts';

export type { Sent, ShownState } from './protocol.ts';
export type { EmbedTheme } from './names.ts';

/** How long a frame may take to answer before it is greeted again, in ms, and how often that happens. */
const patience = 250;
const mostGreetings = 240;

const style =
  ':host{display:block}:host([hidden]){display:none}iframe{display:block;width:100%;border:0;color-scheme:auto}button{font:inherit;padding:.5em 1em}';
let sheet: CSSStyleSheet | undefined;

/** A server that renders pages can import this file: it has no elements, and never makes one. */
const noBrowser = typeof HTMLElement === 'undefined';

let site: string | null = null;

/** An http or https address; null for anything else. */
function siteOf(address: string | null): string | null {
  const base = noBrowser ? undefined : document.baseURI;
  if (address === null || !URL.canParse(address, base)) return null;
  const { href, protocol: scheme } = new URL('./', new URL(address, base));
  return scheme === 'http:' || scheme === 'https:' ? href : null;
}

/** The site of the frames, unless an element names another one by `src`. */
export function configure(options: { readonly site: string }): void {
  const given = siteOf(options.site.endsWith('/') ? options.site : `${options.site}/`);
  if (given === null) throw new TypeError(`site: not an address of http or https: ${options.site}`);
  site = given;
}

interface Asking {
  readonly resolve: () => void;
  readonly reject: (reason: Error) => void;
}

export class SvcPlayground extends (noBrowser
  ? (class {
      readonly isConnected = false;
    } as typeof HTMLElement)
  : HTMLElement) {
  static readonly observedAttributes = [...names, 'src', 'link', 'height', 'loading'];
  static readonly configure = configure;

  readonly #root = this.attachShadow({ mode: 'open' });
  #frame: HTMLIFrameElement | null = null;
  #port: MessagePort | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #seen: IntersectionObserver | null = null;
  #id = 0;
  readonly #asked = new Map<number, Asking>();
  /** Callers that wait for the frame to be ready. */
  #ready: Asking[] = [];

  connectedCallback(): void {
    if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(style);
    this.#root.adoptedStyleSheets = [sheet];
    this.#wait();
  }

  disconnectedCallback(): void {
    this.#leave('The element was taken out of its page.');
    this.#root.replaceChildren();
  }

  attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (!this.isConnected || old === value) return;
    if (name === 'height') this.#size();
    else if (name === 'theme' && this.#port) this.setTheme(themeOf(value)).catch(() => undefined);
    else if (this.#frame) this.#start();
    else this.#wait();
  }

  /** Resolves when the frame shows it. */
  setTheme(theme: EmbedTheme): Promise<void> {
    return this.#ask({ do: 'setTheme', theme });
  }
  /** Sends the call as it is. Resolves when it is answered; rejects if it cannot be sent. */
  send(): Promise<void> {
    return this.#ask({ do: 'send' });
  }
  reset(): Promise<void> {
    return this.#ask({ do: 'reset' });
  }
  advance(ms: number): Promise<void> {
    return this.#ask({ do: 'advance', ms });
  }
  /** `link`: the part of a playground address from the `#` on. */
  open(link: string): Promise<void> {
    return this.#ask({ do: 'open', link });
  }

  /** Shows the element's own content until it starts. */
  #wait(): void {
    this.#seen?.disconnect();
    const slot = document.createElement('slot');
    const loading = this.getAttribute('loading') ?? 'lazy';
    if (loading === 'click') {
      const button = document.createElement('button');
      button.textContent = 'Start';
      button.addEventListener('click', () => this.#start());
      this.#root.replaceChildren(slot, button);
      return;
    }
    this.#root.replaceChildren(slot);
    if (loading === 'eager') return this.#start();
    this.#seen = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.#start();
      },
      { rootMargin: '200px' },
    );
    this.#seen.observe(this);
  }

  #start(): void {
    this.#leave('The element was restarted.');
    const src = this.getAttribute('src');
    const from = src === null ? site : siteOf(src);
    if (from === null)
      return this.#tell('error', {
        message: `svc-playground: ${src === null ? 'no site is named. Give the element a src, or call configure({ site })' : 'src is not an address of http or https'}.`,
      });
    const address = new URL('embed.html', from);
    for (const name of names) {
      const value = this.getAttribute(name);
      if (value !== null) address.searchParams.set(name, value);
    }
    address.hash = this.getAttribute('link') ?? '';
    const frame = document.createElement('iframe');
    frame.src = address.href;
    frame.title = this.title || 'svc playground';
    frame.allow = 'clipboard-write';
    this.#frame = frame;
    this.#size();
    this.#root.replaceChildren(frame);
    this.#greet(frame, address.origin);
  }

  /** Each greeting has its own port; the frame uses the first one that it receives, and answers by it. */
  #greet(frame: HTMLIFrameElement, origin: string): void {
    let left = mostGreetings;
    const greet = (): void => {
      if (left-- === 0) {
        clearInterval(this.#timer);
        this.#tell('error', { message: 'The playground did not answer from its frame.' });
        return;
      }
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }: MessageEvent<unknown>) => {
        const said = readSaid(data);
        if (!said || frame !== this.#frame || (this.#port && this.#port !== port1)) return;
        if (said.type === 'ready') {
          clearInterval(this.#timer);
          this.#port = port1;
          for (const { resolve } of this.#ready.splice(0)) resolve();
        }
        if (this.#port) this.#hear(said);
      };
      const hello: Hello = { protocol, version };
      // A document of another origin receives nothing.
      frame.contentWindow?.postMessage(hello, origin, [port2]);
    };
    // Another document starts from the beginning.
    frame.addEventListener('load', () => {
      clearInterval(this.#timer);
      this.#port?.close();
      this.#port = null;
      left = mostGreetings;
      greet();
      this.#timer = setInterval(greet, patience);
    });
  }

  #hear(said: FrameSaid): void {
    if (said.type === 'answer') {
      const asking = this.#asked.get(said.id);
      this.#asked.delete(said.id);
      if (said.problem === null) asking?.resolve();
      else asking?.reject(new Error(said.problem));
      return;
    }
    if (said.type === 'resize' && !this.hasAttribute('height') && this.#frame)
      this.#frame.style.height = `${Math.ceil(Math.min(said.height, 8000))}px`;
    const { type, ...detail } = said;
    this.#tell(type, detail);
  }

  #tell(type: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #size(): void {
    if (!this.#frame) return;
    const height = Number(this.getAttribute('height'));
    this.#frame.style.height = `${height >= 80 && height <= 8000 ? height : 480}px`;
  }

  async #ask(wish: Wish): Promise<void> {
    if (!this.#frame) this.#start();
    if (!this.#port) await new Promise<void>((resolve, reject) => this.#ready.push({ resolve, reject }));
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.#port?.postMessage({ id, wish } satisfies Order);
    });
  }

  #leave(why: string): void {
    clearInterval(this.#timer);
    this.#seen?.disconnect();
    this.#port?.close();
    this.#port = this.#frame = null;
    for (const { reject } of [...this.#asked.values(), ...this.#ready.splice(0)]) reject(new Error(why));
    this.#asked.clear();
  }
}

const themeOf = (value: string | null): EmbedTheme =>
  value === 'light' || value === 'dark' ? value : 'auto';

/** `script`: the address of the element's script; its folder is the site. */
export function define(script: string | null): void {
  site ??= siteOf(script);
  if (!noBrowser && !customElements.get('svc-playground'))
    customElements.define('svc-playground', SvcPlayground);
}
