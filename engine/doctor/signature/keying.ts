/** Mistakes in the key (RFC 5849 3.4.2). */
import { once } from './mistake.ts';
import type { Mistake } from './mistake.ts';
import { namesToken, nothing } from './received.ts';
import type { Secrets } from './received.ts';
import type { Way } from './stages.ts';

type Which = keyof Secrets;

const clause = 'RFC 5849 3.4.2';

const secrets = (change: (made: Secrets) => Partial<Secrets>): Way['stages'] => ({
  secrets: (next) => (given) => {
    const made = next(given);
    return { ...made, ...change(made) };
  },
});

const named = (which: Which): string => (which === 'consumer' ? 'Consumer' : 'Token');

/** A public value of the header instead of its secret. */
const nameAsSecret = (which: Which, id: string, parameter: string, shown: string): Mistake => ({
  id,
  title: `${shown.charAt(0).toUpperCase()}${shown.slice(1)} in place of its secret`,
  clause,
  cause: `The key holds the ${shown}, which is public, instead of the ${which} secret`,
  repair: `put the ${which} secret into the key; \`${parameter}\` names it and belongs in the header`,
  ways: ({ header }) =>
    header
      .filter(({ name }) => name === parameter)
      .slice(0, 1)
      .map(({ value }) => ({ stages: secrets(() => ({ [which]: { value, shown } })) })),
});

const quotes = ['"', "'"];

const quoted = (which: Which): Mistake => ({
  id: `${which}-secret-quoted`,
  title: `Quotes around the ${which} secret`,
  clause,
  cause: `The ${which} secret was used with quotes around it`,
  repair: `remove the quotes where the ${which} secret is read, as from an .env file`,
  ways: ({ secrets: given }) =>
    given[which].value === ''
      ? []
      : quotes.map((quote) => ({
          detail: quote,
          stages: secrets((made) => ({
            [which]: {
              value: `${quote}${made[which].value}${quote}`,
              shown: `${quote}${made[which].shown}${quote}`,
            },
          })),
        })),
});

const unencoded = (which: Which): Mistake => ({
  id: `${which}-secret-unencoded`,
  title: `${named(which)} secret not encoded`,
  clause,
  cause: `Of the two secrets only the ${which} secret went into the key without percent-encoding`,
  repair: 'percent-encode both secrets before joining them',
  ways: once({
    encodeSecret: (next) => (secret, place) => (place === which ? secret : next(secret, place)),
  }),
});

const missing = (which: Which): Mistake => ({
  id: `${which}-secret-missing`,
  title: `${named(which)} secret missing`,
  clause,
  cause: `The key has no ${which} secret in it`,
  repair: `put the ${which} secret into the key, ${which === 'consumer' ? 'before' : 'after'} the &`,
  ways: once(
    secrets(() => ({ [which]: nothing })),
    (message) => message.secrets[which].value !== '',
  ),
});

const strays = [
  { detail: 'a space at its end', before: '', after: ' ', shown: '␠' },
  { detail: 'a line break at its end', before: '', after: '\n', shown: '␊' },
  { detail: 'a space at its start', before: ' ', after: '', shown: '␠' },
  { detail: 'a carriage return and line break at its end', before: '', after: '\r\n', shown: '␍␊' },
  { detail: 'a tab at its end', before: '', after: '\t', shown: '␉', alone: true },
  { detail: 'a carriage return at its end', before: '', after: '\r', shown: '␍', alone: true },
  { detail: 'a space at either end', before: ' ', after: ' ', shown: '␠', alone: true },
] as const;

const stray = (which: Which): Mistake => ({
  id: `${which}-secret-white-space`,
  title: `White space around the ${which} secret`,
  clause,
  cause: `The ${which} secret was used with white space around it`,
  repair: `trim the ${which} secret where it is read`,
  ways: ({ secrets: given }) =>
    given[which].value === ''
      ? []
      : strays.map(({ detail, before, after, shown, ...rest }) => ({
          ...rest,
          detail,
          stages: secrets((made) => ({
            [which]: {
              value: `${before}${made[which].value}${after}`,
              shown: `${before && shown}${made[which].shown}${after && shown}`,
            },
          })),
        })),
});

export const keyingMistakes: readonly Mistake[] = [
  {
    id: 'other-token-secret',
    title: 'Secret of another token',
    clause,
    cause: 'The key holds the secret of a different token from the one that `oauth_token` names',
    repair: 'keep each token together with its own secret',
    ways: (message) =>
      namesToken(message)
        ? message.otherTokenSecrets.map((token) => ({ stages: secrets(() => ({ token })) }))
        : [],
  },
  {
    id: 'token-unsent',
    title: 'Token not sent',
    clause: 'RFC 5849 3.1 and 3.4.2',
    cause: 'The key holds the secret of a token, but the request names none in `oauth_token`',
    repair: 'send `oauth_token` in the header and sign it, or leave the token secret out of the key',
    ways: (message) =>
      namesToken(message)
        ? []
        : [
            ...(message.unsentTokenSecret ? [message.unsentTokenSecret] : []),
            ...message.otherTokenSecrets,
          ].map((token) => ({ stages: secrets(() => ({ token })) })),
  },
  {
    id: 'token-secret-undefined',
    title: 'No token secret, but a word for nothing',
    clause,
    cause: 'The key holds the word that the language writes for a missing value instead of the token secret',
    repair: 'put the token secret after the &, or an empty text if there is none',
    ways: () =>
      [{ word: 'undefined' }, { word: 'null' }, { word: 'None', alone: true as const }].map(
        ({ word, ...rest }) => ({
          ...rest,
          detail: word,
          stages: secrets(() => ({ token: { value: word, shown: word } })),
        }),
      ),
  },
  nameAsSecret('consumer', 'consumer-key-as-secret', 'oauth_consumer_key', 'consumer key'),
  nameAsSecret('token', 'token-as-secret', 'oauth_token', 'token'),
  {
    id: 'consumer-secret-in-both',
    title: 'Consumer secret in both places',
    clause,
    cause: 'The consumer secret was used as the token secret as well',
    repair: 'put the token secret after the &, or nothing if there is no token',
    ways: once(secrets(({ consumer }) => ({ token: consumer }))),
  },
  missing('consumer'),
  missing('token'),
  quoted('consumer'),
  quoted('token'),
  stray('consumer'),
  stray('token'),
  {
    id: 'secrets-swapped',
    title: 'Secrets swapped',
    clause,
    cause: 'The token secret comes before the consumer secret in the key',
    repair: 'put the consumer secret before the & and the token secret after it',
    ways: once(secrets(({ consumer, token }) => ({ consumer: token, token: consumer }))),
  },
  {
    id: 'secrets-unencoded',
    title: 'Secrets not encoded',
    clause,
    cause: 'The secrets went into the key without percent-encoding',
    repair: 'percent-encode both secrets before joining them',
    ways: once({ encodeSecret: () => (value) => value }),
  },
  {
    id: 'secrets-encoded-twice',
    title: 'Secrets encoded twice',
    clause,
    cause: 'The secrets were percent-encoded twice',
    repair: 'percent-encode each secret once',
    ways: once({ encodeSecret: (next) => (secret, place) => next(next(secret, place), place) }),
  },
  unencoded('consumer'),
  unencoded('token'),
  {
    id: 'ampersand-missing',
    title: 'No & in the key',
    clause,
    cause: 'The key has no & in it',
    repair: 'join the secrets with &, also when there is no token secret',
    ways: once({ separator: () => () => '' }),
  },
  {
    id: 'ampersand-encoded',
    title: '& of the key encoded',
    clause,
    cause: 'The & between the secrets was percent-encoded with them',
    repair: 'encode each secret on its own and join them with a bare &',
    ways: once({ separator: () => () => '%26' }),
  },
];
