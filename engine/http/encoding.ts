/** Percent encoding (RFC 3986 2.1, RFC 5849 3.6) and form encoding (application/x-www-form-urlencoded). */

const unreserved = /^[A-Za-z0-9\-._~]*$/;

/** Encodes everything but the unreserved characters, with upper-case hex. Lone surrogates become U+FFFD. */
export function encodeRfc3986(value: string): string {
  if (unreserved.test(value)) return value;
  return encodeURIComponent(value.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Decodes percent escapes; malformed escapes stay as they are, invalid UTF-8 becomes U+FFFD. */
export function decodeRfc3986(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return decodeLeniently(value);
  }
}

const decoder = new TextDecoder();

function decodeLeniently(value: string): string {
  return value.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    const bytes = run
      .slice(1)
      .split('%')
      .map((hex) => Number.parseInt(hex, 16));
    return decoder.decode(Uint8Array.from(bytes));
  });
}

/** Name and value pairs of a query or a form body, in order, repeated names kept. + is a space. */
export function decodeForm(encoded: string): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (const part of encoded.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    const value = equals < 0 ? '' : part.slice(equals + 1);
    pairs.push([decodeForm1(name), decodeForm1(value)]);
  }
  return pairs;
}

const decodeForm1 = (value: string): string =>
  decodeRfc3986(value.includes('+') ? value.replaceAll('+', ' ') : value);

/** Pairs as a form body. A space is %20, which every reader takes. */
export const encodeForm = (pairs: Iterable<readonly [string, string]>): string =>
  Array.from(pairs, ([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`).join('&');
export const isForm = (contentType: string | undefined): boolean =>
  contentType !== undefined && /^application\/x-www-form-urlencoded *(;|$)/i.test(contentType);
