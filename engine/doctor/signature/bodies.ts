/** Mistakes about bodies that are not forms, which are not signed (RFC 5849 3.4.1.3.1). */
import { base64 } from '../../http/base64.ts';
import { decodeForm } from '../../http/encoding.ts';
import { and } from './collecting.ts';
import { from } from './received.ts';
import type { Message, Pairs } from './received.ts';
import type { Mistake } from './mistake.ts';
import { sha1 } from './sha1.ts';
import type { Way } from './stages.ts';

const clause = 'RFC 5849 3.4.1.3.1; choice: o1-collect';

function bodyAsParameters({ unsigned }: Message): Way[] {
  if (unsigned === '') return [];
  const members = membersOf(unsigned);
  return [
    { detail: 'read as form pairs', stages: and(from('body', decodeForm(unsigned))) },
    { detail: 'whole, as the name of a parameter', stages: and(from('body', [[unsigned, '']])) },
    { detail: 'whole, as `body`', stages: and(from('body', [['body', unsigned]])) },
    ...(members ? [{ detail: 'its members as parameters', stages: and(from('body', members)) }] : []),
  ];
}

function membersOf(json: string): [string, string][] | null {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
    return Object.entries(value).map(([name, each]: [string, unknown]) => [
      name,
      typeof each === 'string' ? each : JSON.stringify(each),
    ]);
  } catch {
    return null;
  }
}

/** The fields of a multipart body that are not files (RFC 7578). */
function fieldsOf(multipart: string): Pairs {
  const boundary = /^--([^\r\n]+)\r\n/.exec(multipart)?.[1];
  if (boundary === undefined) return [];
  return multipart
    .slice(2 + boundary.length)
    .split(`\r\n--${boundary}`)
    .flatMap((part): Pairs => {
      const [, head = '', value] = /^\r\n(.*?)\r\n\r\n(.*)$/s.exec(part) ?? [];
      const name = /;\s*name="([^"]*)"/i.exec(head)?.[1];
      return name === undefined || value === undefined || /;\s*filename=/i.test(head) ? [] : [[name, value]];
    });
}

const bodyHash = (message: Message): Way[] =>
  message.form === '' && !message.parameters.some(({ name }) => name === 'oauth_body_hash')
    ? [{ stages: and(from('header', [['oauth_body_hash', base64(sha1(message.body))]])) }]
    : [];

export const bodyMistakes: readonly Mistake[] = [
  {
    id: 'json-body-included',
    title: 'Body signed that is not a form',
    clause,
    cause: 'The body was signed although it is not a form',
    repair: 'sign only bodies of type application/x-www-form-urlencoded',
    ways: bodyAsParameters,
  },
  {
    id: 'multipart-included',
    title: 'Fields of a multipart body signed',
    clause,
    cause: 'The fields of the multipart body were signed',
    repair:
      'sign only bodies of type application/x-www-form-urlencoded; nothing of multipart/form-data is signed',
    ways: ({ unsigned }) => {
      const fields = fieldsOf(unsigned);
      return fields.length > 0 ? [{ stages: and(from('body', fields)) }] : [];
    },
  },
  {
    id: 'body-hash-included',
    title: 'oauth_body_hash signed and not sent',
    clause,
    cause: 'The hash of the body was signed as `oauth_body_hash`, which was not sent',
    repair: 'sign no `oauth_body_hash`, or send it as well to a server that knows this extension of OAuth',
    ways: bodyHash,
  },
];
