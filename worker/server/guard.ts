/**
 * Decides which requests are let in, only by their heads and before the body is read. A page of any site can send
 * requests to this machine, but must not be able to change or read anything (decisions/server.md).
 */
import { isLoopbackName, isLoopbackOrigin, urlOf } from './addresses.ts';

export interface Head {
  readonly method: string;
  /** The request target, as on the wire. */
  readonly target: string;
  /** All Host headers. */
  readonly hosts: readonly string[];
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
  readonly fetchMode: string | undefined;
  readonly contentType: string | undefined;
}

/** A refusal by the server itself: the platform does not get the call. */
export interface TurnedAway {
  readonly status: 400 | 403 | 415 | 421;
  readonly because: string;
}

export interface Doors {
  /** The server's address, as printed. */
  readonly url: string;
  /** The part of it that a Host header contains. */
  readonly host: string;
  readonly allowOrigins: readonly string[];
  /** Whether the path is that of a page of the platform, which is opened in a browser. */
  readonly isPage: (path: string) => Promise<boolean>;
}

const away = (status: TurnedAway['status'], because: string): TurnedAway => ({ status, because });

/** The Host must be this server's: pages under another name that resolves to this machine would count as same-origin. */
export function checkHost(
  { hosts, target }: Head,
  { url, host: own }: Pick<Doors, 'url' | 'host'>,
): TurnedAway | null {
  const [host, ...more] = hosts;
  if (host === undefined || more.length > 0) return away(403, 'A request needs one Host header.');
  if (!target.startsWith('/')) return away(400, 'The request target is not a path.');
  if (host === own) return null;
  const named = urlOf(`http://${host}`);
  if (!named || !isLoopbackName(named.hostname))
    return away(403, `This server is not ${host.slice(0, 100)}.`);
  // Signatures cover the address, so only one address is valid.
  return away(421, `This server is ${url}: call it by that address.`);
}

/** Whether the origin may read the platform's answers. */
export const isAllowed = (origin: string, { allowOrigins }: Pick<Doors, 'allowOrigins'>): boolean =>
  isLoopbackOrigin(origin) || allowOrigins.includes(origin);

/** For the platform's own paths. */
export async function checkOrigin(head: Head, doors: Doors): Promise<TurnedAway | null> {
  const { origin, method, fetchMode, fetchSite, target } = head;
  if (origin === undefined || isAllowed(origin, doors)) return null;
  // The platform's own forms are sent with `Origin: null`, because its pages have the referrer policy no-referrer.
  const isOpened = method === 'GET' || method === 'HEAD' || fetchSite === 'same-origin';
  if (fetchMode === 'navigate' && isOpened && (await doors.isPage(target.replace(/\?.*$/s, '')))) return null;
  return away(403, 'Pages of this origin may not call the platform. Allow them with --allow-origin.');
}

/** For the control path, which only pages of the server itself may use. */
export function checkControl(head: Head, { url }: Pick<Doors, 'url'>): TurnedAway | null {
  const { origin, fetchSite, method, contentType } = head;
  if (origin !== undefined && origin !== url)
    return away(403, 'Pages of other origins may not control the server.');
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none')
    return away(403, 'Pages of other sites may not control the server.');
  if (method === 'GET' || method === 'HEAD') return null;
  if (contentType?.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json')
    return away(415, 'A request that changes something needs the content type application/json.');
  return null;
}
