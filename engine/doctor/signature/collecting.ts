/** Mistakes in collecting the parameters of the query and the body (RFC 5849 3.4.1.3.1). */
import { decodeForm } from '../../http/encoding.ts';
import type { Parameter } from '../../auth/signature.ts';
import { outside } from './received.ts';
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

/** Reads query and form body in another way, if the message collects from them at all. */
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
    id: 'signed-twice',
    title: 'Query or form body signed twice',
    clause,
    cause: 'The parameters of the query or the form body were collected twice',
    repair: 'collect the parameters only where they are sent',
    ways: ({ url, form }) =>
      (['query', 'body'] as const)
        .filter((place) => (place === 'query' ? url.query : form) !== '')
        .map((place) => ({
          detail: place === 'query' ? 'the query' : 'the body',
          stages: collect((all) => [
            ...all,
            ...all.filter((each) => each.from === place).map((each) => ({ ...each })),
          ]),
        })),
  },
];
