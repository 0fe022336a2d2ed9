/** Mistakes of programs behind a proxy, which sign or read an inner address (RFC 5849 3.4.1.2). */
import { defaultPort } from '../../http/url.ts';
import { address } from './addressing.ts';
import type { Message } from './received.ts';
import type { Mistake } from './mistake.ts';
import type { Way } from './stages.ts';

const clause = 'RFC 5849 3.4.1.2';

/** Ports of servers behind a proxy or on a developer's machine. */
const usual = '8080';
const rare = ['3000', '8443', '8000', '5000', '4000', '8888', '9000'];

function innerPorts({ url, forwarded }: Message): Way[] {
  const others = defaultPort(url.scheme === 'https' ? 'http' : 'https');
  const near = [...forwarded.ports, others, usual].filter((port) => /^\d{1,5}$/.test(port));
  const ports = new Set([...near, ...rare]);
  ports.delete(url.port || defaultPort(url.scheme));
  const samePlace = Array.from(ports, (port): Way => ({
    detail: `:${port}`,
    stages: address(() => ({ port })),
    ...(!near.includes(port) && { alone: true }),
  }));
  if (url.scheme !== 'https') return samePlace;
  // The proxy terminates TLS as well. The usual port is found as a pair with `scheme-swapped`.
  const behindTls = rare
    .filter((port) => port !== url.port)
    .map((port): Way => ({
      detail: `http, :${port}`,
      stages: address(() => ({ scheme: 'http', port })),
      alone: true,
    }));
  return [...samePlace, ...behindTls];
}

function innerHosts({ url, forwarded }: Message): Way[] {
  const named = forwarded.hosts.map((host) => ({ host: host.toLowerCase() }));
  const near = ['localhost', '127.0.0.1'].flatMap((host) => [
    { host },
    { host, scheme: 'http', port: '' },
    { host, scheme: 'http', port: '8080' },
    { host, scheme: 'http', port: '3000' },
  ]);
  return [...named, ...near]
    .filter(({ host }) => host !== url.host)
    .map((place) => ({
      detail: shown(place),
      stages: address(() => place),
      ...('port' in place && { alone: true }),
    }));
}

const shown = ({ scheme, host, port }: { scheme?: string; host: string; port?: string }): string =>
  `${scheme ? `${scheme}://` : ''}${host}${port ? `:${port}` : ''}`;

export const proxyMistakes: readonly Mistake[] = [
  {
    id: 'inner-host',
    title: 'Host behind a proxy signed',
    clause,
    cause: 'The request was signed for a host behind a proxy, not for the one that it is sent to',
    repair: 'sign the address that the server receives; have the proxy pass the Host header on',
    ways: innerHosts,
  },
  {
    id: 'inner-port',
    title: 'Port behind a proxy signed',
    clause,
    cause:
      'The request was signed with a port that it is not sent to, such as that of a server behind a proxy',
    repair: 'sign the port at which the server is reached, and none for https at 443',
    ways: innerPorts,
  },
];
