/** Mistakes in which parameters are signed (RFC 5849 3.4.1.3.1). */
import { and, without } from './collecting.ts';
import { from } from './received.ts';
import { once } from './mistake.ts';
import type { Mistake } from './mistake.ts';

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
    cause: 'An empty `oauth_signature` was among the signed parameters',
    repair: 'add `oauth_signature` to the header after signing, not before',
    ways: once(and(from('header', [['oauth_signature', '']]))),
  },
  leftOut('oauth_callback', 'callback-left-out'),
  leftOut('oauth_verifier', 'verifier-left-out'),
  leftOut('oauth_token', 'token-left-out'),
  leftOut('oauth_version', 'version-left-out'),
  leftOut('oauth_consumer_key', 'consumer-key-left-out'),
  leftOut('oauth_nonce', 'nonce-left-out'),
  leftOut('oauth_signature_method', 'signature-method-left-out'),
  leftOut('oauth_timestamp', 'timestamp-left-out'),
  leftOut('oauth_body_hash', 'body-hash-left-out'),
  {
    id: 'protocol-left-out',
    title: 'No protocol parameter signed',
    clause,
    cause: 'None of the parameters of the header was signed',
    repair: 'sign the parameters of the header together with those of query and form body',
    ways: once(without((each) => each.from === 'header')),
  },
  {
    id: 'empty-token-included',
    title: 'Empty oauth_token signed',
    clause,
    cause: 'An empty `oauth_token` was signed but not sent',
    repair: 'sign no `oauth_token` when there is none',
    ways: once(
      and(from('header', [['oauth_token', '']])),
      ({ parameters }) => !parameters.some(({ name }) => name === 'oauth_token'),
    ),
  },
  {
    id: 'empty-parameter-included',
    title: 'Empty protocol parameter signed',
    clause,
    cause: 'A protocol parameter without a value was signed but not sent',
    repair: 'sign no parameter that is not sent: leave empty ones out of both',
    ways: ({ parameters }) =>
      ['oauth_verifier', 'oauth_callback']
        .filter((name) => !parameters.some((each) => each.name === name))
        .map((name) => ({ detail: name, stages: and(from('header', [[name, '']])) })),
  },
  {
    id: 'version-included',
    title: 'oauth_version signed and not sent',
    clause,
    cause: '`oauth_version` was signed, but not sent',
    repair: 'send `oauth_version` as 1.0 when it is signed, or leave it out of both',
    ways: once(
      and(from('header', [['oauth_version', '1.0']])),
      ({ parameters }) => !parameters.some(({ name }) => name === 'oauth_version'),
    ),
  },
];
