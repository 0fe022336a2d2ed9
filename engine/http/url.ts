import { encodeRfc3986 } from './encoding.ts';
/**
 * The parts of an absolute http(s) address, as on the wire. Only the case of scheme and host is normalised; nothing is
 * decoded or resolved.
 */
export interface UrlParts {
  /** In lower case. */
  readonly scheme: 'http' | 'https';
  /** In lower case, without port. */
  readonly host: string;
  /** As written; empty if there is none. */
  readonly port: string;
  readonly path: string;
  /** Without the question mark; empty if there is none. */
  readonly query: string;
}

const absolute =
  /^(https?):\/\/(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^/?#:@]+)(?::(\d*))?(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/i;

/** null unless the text is an absolute http or https address. */
export function splitUrl(url: string): UrlParts | null {
  const match = absolute.exec(url);
  if (!match) return null;
  const [, scheme = '', host = '', port = '', path = '', query = ''] = match;
  return {
    scheme: scheme.toLowerCase() === 'http' ? 'http' : 'https',
    host: host.toLowerCase(),
    port,
    path,
    query,
  };
}

export const defaultPort = (scheme: UrlParts['scheme']): string => (scheme === 'https' ? '443' : '80');

/** Whether two addresses have the same host and port. Case and an explicit default port do not matter. */
export const sameAuthority = (a: UrlParts, b: UrlParts): boolean =>
  a.host === b.host && (a.port || defaultPort(a.scheme)) === (b.port || defaultPort(b.scheme));
/** Adds parameters to a callback. Its own query is kept. */
export function withQuery(callback: string, parameters: Readonly<Record<string, string>>): string {
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeRfc3986(value)}`);
  return `${callback}${callback.includes('?') ? '&' : '?'}${added.join('&')}`;
}
