import { encodeRfc3986 } from './encoding.ts';
/** An absolute http(s) address in parts, as on the wire: nothing is decoded, resolved or normalised but case. */
export interface UrlParts {
  /** In lower case. */
  readonly scheme: 'http' | 'https';
  /** In lower case, without port. */
  readonly host: string;
  /** As written; empty when none is. */
  readonly port: string;
  readonly path: string;
  /** Without the question mark; empty when there is none. */
  readonly query: string;
}

const absolute =
  /^(https?):\/\/(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^/?#:@]+)(?::(\d*))?(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/i;

/** null for anything but an absolute http or https address. */
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

/** Whether two addresses name the same host and port, whatever their case and a default port written out. */
export const sameAuthority = (a: UrlParts, b: UrlParts): boolean =>
  a.host === b.host && (a.port || defaultPort(a.scheme)) === (b.port || defaultPort(b.scheme));
/** The callback with parameters added; a query that it has is kept. */
export function withQuery(callback: string, parameters: Readonly<Record<string, string>>): string {
  const added = Object.entries(parameters).map(([name, value]) => `${name}=${encodeRfc3986(value)}`);
  return `${callback}${callback.includes('?') ? '&' : '?'}${added.join('&')}`;
}
