/**
 * A small browser: it has cookies, submits the forms of a page, and follows redirects within the platform. It stops
 * at any other address, which is the App's, and `address` says what that is.
 */
import { encodeForm, header, isResponse, text, utf8 } from '../engine/inside.ts';
import type { Outcome, HttpRequest, HttpResponse, Platform } from '../engine/index.ts';
import { readPage } from './markup.ts';
import type { Markup } from './markup.ts';

export type Send = (request: HttpRequest) => Promise<Outcome>;

export class Page {
  readonly markup: Markup;

  constructor(
    /** The browser's current address. */
    readonly address: string,
    /** null at an address outside the platform, which nothing answers here. */
    readonly response: HttpResponse | null,
  ) {
    this.markup = readPage(this.html);
  }

  get html(): string {
    return this.response ? text(this.response.body) : '';
  }

  get status(): number {
    return this.response?.status ?? 0;
  }

  header(name: string): string | undefined {
    return this.response ? header(this.response.headers, name) : undefined;
  }

  /** A parameter of the address. */
  parameter(name: string): string | null {
    return new URL(this.address).searchParams.get(name);
  }

  get asksPassword(): boolean {
    return this.markup.elements.some(({ attributes }) => attributes.get('type') === 'password');
  }

  get asksConsent(): boolean {
    return this.markup.elements.some(({ attributes }) => attributes.get('value') === 'allow');
  }

  /** The PIN that the page shows. */
  get pin(): string {
    return /<p class="pin"><code>([^<]*)<\/code>/.exec(this.html)?.[1] ?? '';
  }
}

export class Browser {
  readonly cookies = new Map<string, string>();
  /** The Set-Cookie header of the last answer that had one. */
  lastSetCookie = '';

  constructor(
    private readonly base: string,
    private readonly send: Send,
  ) {}

  static of(platform: Platform): Browser {
    return new Browser(platform.baseUrl, (request) => platform.handle(request));
  }

  /** Opens an address or a path of the platform. */
  open(address: string): Promise<Page> {
    return this.#go({ method: 'GET', url: this.#absolute(address), headers: [] });
  }

  /** Submits the form of the page by one of its buttons. */
  submit(page: Page, button: string | null, entered: Readonly<Record<string, string>> = {}): Promise<Page> {
    const form = page.markup.form;
    if (!form) throw new Error(`No form at ${page.address}: ${page.html.slice(0, 300)}`);
    const fields = { ...form.fields, ...entered, ...(button !== null && { action: button }) };
    return this.post(new URL(form.action, page.address).href, fields);
  }

  post(address: string, fields: Readonly<Record<string, string>>): Promise<Page> {
    const headers = [['content-type', 'application/x-www-form-urlencoded']] as const;
    const body = utf8(encodeForm(Object.entries(fields)));
    return this.#go({ method: 'POST', url: this.#absolute(address), headers, body });
  }

  /** Enters a user's name and, unless given, the password that the page itself shows as a hint. */
  login(page: Page, username: string, password = hintedPassword(page, username)): Promise<Page> {
    return this.submit(page, null, { username, password });
  }

  /** A person who signs in if asked, and then decides. */
  async decide(address: string, username: string, decision: 'allow' | 'deny' = 'allow'): Promise<Page> {
    let page = await this.open(address);
    if (page.asksPassword) page = await this.login(page, username);
    return page.asksConsent ? this.submit(page, decision) : page;
  }

  async #go(request: HttpRequest): Promise<Page> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = cookie
      ? { ...request, headers: [...request.headers, ['cookie', cookie] as const] }
      : request;
    const response = await this.send(sent);
    if (!isResponse(response)) throw new Error(`No response: ${response.kind}`);
    for (const [name, value] of response.headers) if (name.toLowerCase() === 'set-cookie') this.#keep(value);
    const location = header(response.headers, 'location');
    if (response.status < 300 || response.status > 399 || location === undefined)
      return new Page(request.url, response);
    const next = new URL(location, request.url).href;
    // What the App receives must be compared as sent, not as URL would write it.
    if (!next.startsWith(`${this.base}/`)) return new Page(location, null);
    return this.#go({ method: 'GET', url: next, headers: [] });
  }

  #keep(setCookie: string): void {
    this.lastSetCookie = setCookie;
    const [name, value] = setCookie.split(';')[0]!.split('=');
    this.cookies.set(name!, value!);
  }

  #absolute(address: string): string {
    return address.startsWith('/') ? this.base + address : address;
  }
}

/** The password beside this username in the page's hint. */
function hintedPassword(page: Page, username: string): string {
  const hint = new RegExp(`<code>${username}</code>, password <code>([^<]+)</code>`).exec(page.html);
  if (!hint) throw new Error(`The page has no hint for ${username}: ${page.html.slice(0, 300)}`);
  return hint[1]!;
}
