/** Mistakes in the method and the base string URI (RFC 5849 3.4.1.1 and 3.4.1.2). */
import { defaultPort, splitUrl } from '../../http/url.ts';
import type { UrlParts } from '../../http/url.ts';
import type { Message } from './received.ts';
import { instead, once } from './mistake.ts';
import type { Mistake } from './mistake.ts';
import type { Address, Way } from './stages.ts';

export const address = (change: (made: Address) => Partial<Address>): Way['stages'] => ({
  address: (next) => (url) => {
    const made = next(url);
    return { ...made, ...change(made) };
  },
});

export const hasDefaultPort = (url: UrlParts): boolean =>
  url.port === '' || url.port === defaultPort(url.scheme);

/** The host as a client may have written it: all in upper case, or as received. */
function upperCase({ url, address: written }: Message): Way[] {
  const asWritten = /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(written)?.[1] ?? '';
  const hosts = new Set([url.host.toUpperCase(), asWritten].filter((host) => host !== url.host));
  return Array.from(hosts, (host) => ({ detail: host, stages: address(() => ({ host })) }));
}

/** Other hosts that the request may have been signed for, with their own scheme or that of the request. */
function elsewhere({ url, host, baseUrls }: Message): Way[] {
  const named = host === undefined ? [] : [`${url.scheme}://${host}`];
  return [...baseUrls, ...named].flatMap((base) => {
    const other = splitUrl(base);
    if (!other || (other.host === url.host && other.port === url.port)) return [];
    const port = hasDefaultPort(other) ? '' : other.port;
    const to = { host: other.host, port };
    const detail = `${other.host}${port && `:${port}`}`;
    return [
      { detail, stages: address(() => to) },
      ...(other.scheme === url.scheme
        ? []
        : [
            {
              detail: `${other.scheme}://${detail}`,
              stages: address(() => ({ ...to, scheme: other.scheme })),
            },
          ]),
    ];
  });
}

const clause = 'RFC 5849 3.4.1.2';

const methods: readonly { readonly name: string; readonly alone?: true }[] = [
  { name: 'GET' },
  { name: 'POST' },
  { name: 'PUT', alone: true },
  { name: 'DELETE', alone: true },
];

export const addressingMistakes: readonly Mistake[] = [
  {
    id: 'other-method',
    title: 'Signed for another method',
    clause: 'RFC 5849 3.4.1.1',
    cause: 'The request was signed for a different method from the one it was sent with, as after a redirect',
    repair: 'sign with the method that is sent, and sign again instead of following a redirect',
    ways: ({ method }) =>
      methods
        .filter(({ name }) => name !== method.toUpperCase())
        .map(({ name, ...rest }) => ({
          ...rest,
          detail: name,
          stages: { method: instead<'method'>(() => name) },
        })),
  },
  {
    id: 'method-lower-case',
    title: 'Method in lower case',
    clause: 'RFC 5849 3.4.1.1',
    cause: 'The method was signed in lower case',
    repair: 'write the method in upper case in the base string',
    ways: once({ method: (next) => (method) => next(method).toLowerCase() }),
  },
  {
    id: 'method-left-out',
    title: 'Method left out',
    clause: 'RFC 5849 3.4.1.1',
    cause: 'The base string begins with the URI, without the method',
    repair: 'begin the base string with the method and an &',
    ways: () => [
      { stages: { head: () => (_, uri) => `${uri}&` } },
      { detail: 'a ? before the parameters', stages: { head: () => (_, uri) => `${uri}%3F` } },
    ],
  },
  {
    id: 'uri-left-out',
    title: 'URI left out',
    clause: 'RFC 5849 3.4.1.1',
    cause: 'The base string has no URI between method and parameters',
    repair: 'put the encoded URI between method and parameters',
    ways: once({ encodeUri: () => () => '' }),
  },
  {
    id: 'other-host',
    title: 'Signed for another host',
    clause,
    cause: 'The request was signed for a different host from the one it was sent to',
    repair: 'sign the address that the request is finally sent to, after proxies and redirects',
    ways: elsewhere,
  },
  {
    id: 'scheme-swapped',
    title: 'http and https confused',
    clause,
    cause: 'The request was signed for http but sent over https, or the other way round',
    repair: 'sign the scheme that the server receives, also behind a proxy that ends TLS',
    ways: once(address(({ scheme }) => ({ scheme: scheme === 'https' ? 'http' : 'https' }))),
  },
  {
    id: 'default-port-kept',
    title: 'Default port kept',
    clause,
    cause: 'The port was signed although it is the scheme’s own',
    repair: 'leave :443 of https and :80 of http out of the base string',
    ways: ({ url }) =>
      hasDefaultPort(url) ? [{ stages: address(() => ({ port: defaultPort(url.scheme) })) }] : [],
  },
  {
    id: 'port-dropped',
    title: 'Port left out',
    clause,
    cause: 'The port was not signed although it is not the scheme’s own',
    repair: 'keep a port in the base string that is not the scheme’s own',
    ways: once(
      address(() => ({ port: '' })),
      ({ url }) => !hasDefaultPort(url),
    ),
  },
  {
    id: 'query-in-uri',
    title: 'Query left in the URI',
    clause,
    cause: 'The query was left in the address, although its parameters are signed on their own',
    repair: 'cut the address off before the question mark',
    ways: ({ url }) => (url.query === '' ? [] : [{ stages: address(() => ({ query: url.query })) }]),
  },
  {
    id: 'trailing-slash',
    title: 'Slash at the end',
    clause,
    cause: 'The address was signed with an extra or a missing slash at its end',
    repair: 'sign the path exactly as it is sent, with or without a slash at its end',
    ways: once(address(({ path }) => ({ path: path.endsWith('/') ? path.slice(0, -1) : `${path}/` }))),
  },
  {
    id: 'host-upper-case',
    title: 'Host not in lower case',
    clause,
    cause: 'The host was signed with upper-case letters',
    repair: 'write scheme and host in lower case in the base string',
    ways: upperCase,
  },
];
