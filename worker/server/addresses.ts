/** Which addresses can only be reached from this machine. */

/** null for text that is not an absolute URL. */
export const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

const inV4 = /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/;

/** As `--host` takes it, and as in a URL's `hostname`: `[::1]`. */
export const isLoopbackAddress = (host: string): boolean =>
  inV4.test(host) || host === '::1' || host === '[::1]';

/** Names of the loopback: its addresses, and `localhost`. */
export const isLoopbackName = (host: string): boolean => isLoopbackAddress(host) || host === 'localhost';

/** Whether an Origin header names a page of this machine. False for `null` and for text that is not a URL. */
export function isLoopbackOrigin(origin: string): boolean {
  const url = urlOf(origin);
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.origin === origin && isLoopbackName(url.hostname)
  );
}

/** The URL of a host and port, for a browser or curl. */
export const addressOf = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
