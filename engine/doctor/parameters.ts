/** Mistakes about which parameters are signed, wherever they stand (RFC 5849 3.4.1.3.1). */
import { decodeForm } from '../http/encoding.ts';
import type { Parameter } from '../auth/signature.ts';
import { and, collect, without } from './collecting.ts';
import { isSigned, repeats } from '../auth/signature.ts';
import { from } from './received.ts';
import { once } from './mistake.ts';
import type { Mistake } from './mistake.ts';
import type { Way } from './stages.ts';

const clause = 'RFC 5849 3.4.1.3.1';

const leftOut = (name: string, id: string): Mistake => ({
  id,
  title: `${name} left out`,
  clause,
  cause: `\`${name}\` was sent but not signed`,
  repair: `sign \`${name}\` like every other parameter`,
  ways: once(
    without((each) => each.name === name),
    ({ parameters }) => parameters.some((each) => each.name === name),
  ),
});

/** Keeps one parameter of each name: the last or the first. */
const onlyOne = (at: 'last' | 'first'): Way => ({
  detail: `the ${at} one was kept`,
  stages: collect((all) => {
    const kept = new Map<string, Parameter>();
    for (const each of all) if (at === 'last' || !kept.has(each.name)) kept.set(each.name, each);
    return [...kept.values()];
  }),
});

export const parameterMistakes: readonly Mistake[] = [
  {
    id: 'realm-included',
    title: 'realm signed',
    clause,
    cause: '`realm` was signed',
    repair: 'leave `realm` out of the parameters that are signed',
    ways: (message) => {
      const realm = message.header.filter(({ name }) => name === 'realm');
      return realm.length > 0 ? [{ stages: and(realm) }] : [];
    },
  },
  {
    id: 'signature-included',
    title: 'oauth_signature signed',
    clause,
    cause: 'An empty `oauth_signature` was among the parameters that were signed',
    repair: 'add `oauth_signature` to the header after signing, not before',
    ways: once(and(from('header', [['oauth_signature', '']]))),
  },
  leftOut('oauth_callback', 'callback-left-out'),
  leftOut('oauth_verifier', 'verifier-left-out'),
  leftOut('oauth_token', 'token-left-out'),
  leftOut('oauth_version', 'version-left-out'),
  {
    id: 'empty-token-included',
    title: 'Empty oauth_token signed',
    clause,
    cause: 'An empty `oauth_token` was signed, which was not sent',
    repair: 'sign no `oauth_token` when there is none',
    ways: once(
      and(from('header', [['oauth_token', '']])),
      ({ parameters }) => !parameters.some(({ name }) => name === 'oauth_token'),
    ),
  },
  {
    id: 'counted-twice',
    title: 'A protocol parameter signed twice',
    clause: 'choice: o1-collect',
    cause: 'A protocol parameter that stands in the header and in the query or body was signed twice',
    repair: 'send each protocol parameter in the header alone',
    ways: ({ header, url, form }) => {
      const again = [...from('query', decodeForm(url.query)), ...from('body', decodeForm(form))].filter(
        (each) => repeats(each, header) && isSigned(each),
      );
      return again.length > 0 ? [{ stages: and(again) }] : [];
    },
  },
  {
    id: 'repeated-name-once',
    title: 'Repeated parameter signed once',
    clause: 'RFC 5849 3.4.1.3.2',
    cause: 'Of the parameters with one name only one was signed',
    repair: 'collect the parameters in a list, not in a map, so that a repeated name keeps every value',
    ways: () => [onlyOne('last'), onlyOne('first')],
  },
  {
    id: 'empty-value-left-out',
    title: 'Empty values left out',
    clause,
    cause: 'Parameters without a value were not signed',
    repair: 'sign a parameter without a value as `name=`',
    ways: once(without((each) => each.value === '')),
  },
];
