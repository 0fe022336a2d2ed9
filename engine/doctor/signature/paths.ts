/** Mistakes in the path of the base string URI (RFC 5849 3.4.1.2). The path must be signed as it is sent, octet by octet. */
import { decodeRfc3986, encodeRfc3986 } from '../../http/encoding.ts';
import { address } from './addressing.ts';
import type { Message } from './received.ts';
import type { Mistake } from './mistake.ts';
import type { Way } from './stages.ts';

const clause = 'RFC 5849 3.4.1.2';

/** Other paths that may have been signed. Those equal to the right one are ignored. */
const paths =
  (...changes: readonly (readonly [change: (path: string) => string, detail?: string])[]): Mistake['ways'] =>
  ({ url }) =>
    changes
      .filter(([change]) => change(url.path || '/') !== (url.path || '/'))
      .map(([change, detail]): Way => ({
        ...(detail !== undefined && { detail }),
        stages: address(({ path }) => ({ path: change(path) })),
      }));

/** Escapes every unescaped character, and keeps the existing escapes. */
const strictly = (path: string): string =>
  path.replace(/%[0-9A-Fa-f]{2}|[^A-Za-z0-9\-._~/]/gu, (part) =>
    part.length === 3 ? part : encodeRfc3986(part),
  );

/** The message as another mistake may have changed it. */
const escaped = (message: Message): Message => ({
  ...message,
  url: { ...message.url, path: strictly(message.url.path) },
});

const escapesBy = (change: (escape: string) => string) => (path: string) =>
  path.replace(/%[0-9A-Fa-f]{2}/g, change);

/** Each part of the path after the first, replaced by the name of a parameter: one guess of many. */
const templates: Mistake['ways'] = ({ url }) => {
  const parts = url.path.split('/');
  return parts.flatMap((part, at) => {
    if (at < 2 || part === '') return [];
    const ending = part.endsWith('.json') ? '.json' : '';
    return [':id', '{id}', `:${parts[at - 1]}`].map((name): Way => {
      const path = parts.with(at, `${name}${ending}`).join('/');
      return { detail: name, alone: true, stages: address(() => ({ path })) };
    });
  });
};

export const pathMistakes: readonly Mistake[] = [
  {
    id: 'path-decoded',
    title: 'Path decoded before signing',
    clause,
    cause: 'The escapes of the path were decoded before it was signed',
    repair: 'sign the path as it is in the request line, with its escapes',
    ways: paths([decodeRfc3986]),
  },
  {
    id: 'path-encoded-again',
    title: 'Path encoded before signing',
    clause,
    cause: 'The path was signed with escapes that are not sent',
    repair: 'sign the path as it is in the request line, and encode it only with the URI as a whole',
    ways: paths(
      [(path) => path.replaceAll('%', '%25'), 'its escapes escaped'],
      [strictly, 'characters escaped that are sent as they are'],
    ),
  },
  {
    id: 'path-escapes-case',
    title: 'Escapes of the path in another case',
    clause,
    cause: 'The hex digits in the escapes of the path were signed in another case',
    repair: 'sign the path as it is in the request line, with its escapes unchanged',
    ways: (message) => [
      ...paths([escapesBy((escape) => escape.toUpperCase()), 'in upper case'])(message),
      ...paths([escapesBy((escape) => escape.toLowerCase()), 'in lower case'])(escaped(message)),
    ],
  },
  {
    id: 'path-template-signed',
    title: 'Path signed with the name of a parameter',
    clause,
    cause: 'The path was signed with the name of a parameter that is sent with its value',
    repair: 'fill in the parameters of the path before signing',
    ways: templates,
  },
  {
    id: 'path-parameters-left-out',
    title: 'Parameters of the path left out',
    clause,
    cause: 'What follows a ; in the path was not signed',
    repair: 'sign the whole path, including what follows a ;',
    ways: paths([(path) => path.replace(/;[^/]*$/, '')]),
  },
  {
    id: 'path-left-out',
    title: 'Path left out',
    clause,
    cause: 'The host was signed without the path',
    repair: 'sign the whole address up to the question mark',
    ways: paths([() => '/'], [() => '', 'nor a slash']),
  },
  {
    id: 'path-prefix-left-out',
    title: 'First part of the path left out',
    clause,
    cause: 'The path was signed without its first part, such as the version',
    repair: 'sign the whole path, also the part that a base address or a router adds',
    ways: paths([(path) => path.replace(/^\/[^/]+(?=\/)/, '')]),
  },
  {
    id: 'extension-confused',
    title: '.json added or left out',
    clause,
    cause: 'The path was signed with a .json at its end that is not sent, or without the one that is',
    repair: 'sign the path with exactly the ending that is sent',
    ways: paths([(path) => (path.endsWith('.json') ? path.slice(0, -5) : `${path}.json`)]),
  },
  {
    id: 'path-lower-case',
    title: 'Path in lower case',
    clause,
    cause: 'The whole address was signed in lower case, the path too',
    repair: 'write scheme and host in lower case, and leave the path as it is',
    ways: paths([(path) => path.toLowerCase()]),
  },
  {
    id: 'slash-doubled',
    title: 'Slash before the path doubled',
    clause,
    cause: 'The path was signed with two slashes at its start, from a base address that ends with one',
    repair: 'join base address and path with one slash',
    ways: paths([(path) => `/${path}`]),
  },
];
