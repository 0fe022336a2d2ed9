/** Navigates: sends one request after another while the answers redirect (RFC 9110 15.4). */
import { header, isResponse } from '../../worker/api.ts';
import type {
  ClosedOutcome,
  HeaderList,
  HttpRequest,
  HttpResponse,
  RecordedStream,
  Sent,
} from '../../worker/api.ts';
import { cookieHeader, keepCookies } from './cookies.ts';
import type { Jar } from './cookies.ts';

/** What is behind an address: one of the platform's hosts, a host of somebody's App, or nothing. */
export type HostKind = 'platform' | 'app' | 'nowhere';

export interface NavigationTarget {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** A form, encoded; null for a GET. */
  readonly body: Uint8Array | null;
}

/** One request of the browser. `sent` is null if no platform answered. */
export interface Hop {
  readonly request: HttpRequest;
  readonly host: HostKind;
  readonly sent: Sent | null;
}

export interface Ports {
  readonly hostKind: (url: URL) => HostKind;
  readonly send: (request: HttpRequest) => Promise<Sent>;
  /** Epoch ms on the platform's clock. */
  readonly now: () => number;
  /** Called with each request when it is answered. */
  readonly hop: (hop: Hop) => void;
  /** May change the target of a redirect; simulates tampering. */
  readonly divert: (url: string) => string;
}

export type Landing =
  | { readonly kind: 'page'; readonly hop: Hop; readonly response: HttpResponse }
  | { readonly kind: 'app'; readonly hop: Hop }
  | { readonly kind: 'nowhere'; readonly url: string }
  | { readonly kind: 'closed'; readonly url: string; readonly closed: ClosedOutcome }
  | { readonly kind: 'bad-address'; readonly url: string }
  | { readonly kind: 'too-many'; readonly url: string };

export const mostRedirects = 10;

/** The end of a navigation, its requests, and the cookies after it. Rejects if the platform does. */
export interface Navigation {
  readonly landing: Landing;
  readonly hops: readonly Hop[];
  readonly jar: Jar;
}

export async function navigate(start: NavigationTarget, jarBefore: Jar, ports: Ports): Promise<Navigation> {
  const hops: Hop[] = [];
  let [target, jar] = [start, jarBefore];
  for (let count = 0; count <= mostRedirects; count += 1) {
    const url = parseAddress(target.url);
    if (!url) return { landing: { kind: 'bad-address', url: target.url }, hops, jar };
    const host = ports.hostKind(url);
    if (host === 'nowhere') return { landing: { kind: 'nowhere', url: target.url }, hops, jar };
    const hop = await step(target, url, host, jar, ports);
    hops.push(hop);
    ports.hop(hop);
    if (!hop.sent) return { landing: { kind: 'app', hop }, hops, jar };
    const { outcome } = hop.sent;
    if (!isResponse(outcome))
      return { landing: { kind: 'closed', url: target.url, closed: noPage(outcome) }, hops, jar };
    jar = keepCookies(jar, all(outcome.headers, 'set-cookie'), url, ports.now());
    const next = redirected(target, url, outcome);
    if (!next) return { landing: { kind: 'page', hop, response: outcome }, hops, jar };
    target = { ...next, url: ports.divert(next.url) };
  }
  return { landing: { kind: 'too-many', url: target.url }, hops, jar };
}

async function step(
  target: NavigationTarget,
  url: URL,
  host: HostKind,
  jar: Jar,
  ports: Ports,
): Promise<Hop> {
  const request = requestFor(target, url, jar, ports.now());
  return { request, host, sent: host === 'platform' ? await ports.send(request) : null };
}

function requestFor(
  { method, url: written, body }: NavigationTarget,
  url: URL,
  jar: Jar,
  now: number,
): HttpRequest {
  const headers: [string, string][] = [['Accept', 'text/html']];
  const cookie = cookieHeader(jar, url, now);
  if (cookie !== null) headers.push(['Cookie', cookie]);
  if (body) headers.push(['Content-Type', 'application/x-www-form-urlencoded']);
  return { method, url: written.replace(/#.*$/s, ''), headers, ...(body && { body }) };
}

/** The redirect target of an answer; null if it is not a redirect. */
export function redirected(
  from: NavigationTarget,
  base: URL,
  { status, headers }: HttpResponse,
): NavigationTarget | null {
  const location = header(headers, 'location');
  if (location === undefined || ![301, 302, 303, 307, 308].includes(status)) return null;
  const url = resolve(location, base) ?? location;
  // RFC 9110 15.4.3 and 15.4.4: after 301, 302 and 303 a form is not sent again.
  return status >= 307 ? { ...from, url } : { method: 'GET', url, body: null };
}

/** A reference as an absolute address; null if it is not valid. An absolute one stays as written. */
export function resolve(reference: string, base: URL): string | null {
  if (parseAddress(reference)) return reference;
  try {
    return new URL(reference, base).href;
  } catch {
    return null;
  }
}

/** null for what no browser would navigate to: no scheme, no host, or a scheme that runs or shows something else. */
export function parseAddress(text: string): URL | null {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]/i.test(text)) return null;
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

const all = (headers: HeaderList, name: string): string[] =>
  headers.filter(([each]) => each.toLowerCase() === name).map(([, value]) => value);

/** No page of the platform is a stream, so a stream that is opened here shows nothing. */
const noPage = (outcome: ClosedOutcome | RecordedStream): ClosedOutcome =>
  outcome.kind === 'closed'
    ? outcome
    : { kind: 'closed', reason: 'This address answers with a stream, which is not a page.' };
