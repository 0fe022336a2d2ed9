/** Mistakes about what of the query and the body is signed (RFC 5849 3.4.1.3.1). */
import { decodeForm } from '../http/encoding.ts';
import type { Parameter } from '../auth/signature.ts';
import { from, outside } from './received.ts';
import type { Message, Pairs } from './received.ts';
import { once } from './mistake.ts';
import type { Mistake } from './mistake.ts';
import type { Stages, Way } from './stages.ts';

type Collected = readonly Parameter[];
type Collect = (next: Stages['collect']) => Stages['collect'];

export const collect = (change: (collected: Collected) => Collected): { collect: Collect } => ({
  collect: (next) => () => change(next()),
});
export const without = (dropped: (parameter: Parameter) => boolean): { collect: Collect } =>
  collect((all) => all.filter((each) => !dropped(each)));
export const and = (more: Collected): { collect: Collect } => collect((all) => [...all, ...more]);

const clause = 'RFC 5849 3.4.1.3.1';

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

/** Takes another reading of query and form body, of what was collected from them at all. */
const rereadBy = (message: Message, read: (encoded: string) => Pairs): Way['stages'] =>
  collect((all) => [
    ...all.filter((each) => each.from === 'header'),
    ...outside(message, read).filter((each) => all.some((other) => other.from === each.from)),
  ]);

export const collectingMistakes: readonly Mistake[] = [
  {
    id: 'query-left-out',
    title: 'Query left out',
    clause,
    cause: 'The parameters of the query were not signed',
    repair: 'add the decoded parameters of the query to those that are signed',
    ways: once(
      without((each) => each.from === 'query'),
      ({ url }) => url.query !== '',
    ),
  },
  {
    id: 'body-left-out',
    title: 'Form body left out',
    clause,
    cause: 'The parameters of the form body were not signed',
    repair: 'add the decoded parameters of a form body to those that are signed',
    ways: once(
      without((each) => each.from === 'body'),
      ({ form }) => form !== '',
    ),
  },
  {
    id: 'plus-kept',
    title: 'A + was not read as a space',
    clause: 'RFC 5849 3.4.1.3.1 (form encoding)',
    cause: 'A + in the query or the form body was signed as a plus, but it stands for a space there',
    repair: 'decode a + of the query and of a form body to a space, or send spaces as %20',
    ways: (message) =>
      /\+/.test(message.url.query + message.form)
        ? [{ stages: rereadBy(message, (encoded) => decodeForm(encoded.replaceAll('+', '%2B'))) }]
        : [],
  },
  {
    id: 'undecoded',
    title: 'Query or form body signed undecoded',
    clause,
    cause:
      'The parameters of the query or the form body were signed as they are sent, so that their escapes were encoded again',
    repair: 'decode the parameters of the query and of a form body before they are signed',
    ways: (message) =>
      /[%+]/.test(message.url.query + message.form)
        ? [
            {
              stages: rereadBy(message, (encoded) =>
                decodeForm(encoded.replaceAll('%', '%25').replaceAll('+', '%2B')),
              ),
            },
          ]
        : [],
  },
  {
    id: 'json-body-included',
    title: 'Body signed that is no form',
    clause: 'RFC 5849 3.4.1.3.1; choice: o1-collect',
    cause: 'The body is no form, and yet it was signed',
    repair: 'sign no body but one of type application/x-www-form-urlencoded',
    ways: bodyAsParameters,
  },
];
