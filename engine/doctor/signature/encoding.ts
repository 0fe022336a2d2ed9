/** Mistakes about what is encoded and how often (RFC 5849 3.4.1.1 and 3.4.1.3.2). */
import { instead, once } from './mistake.ts';
import type { Mistake } from './mistake.ts';
import type { Text, Way } from './stages.ts';

const same: Text = (value) => value;
const twice =
  (next: Text): Text =>
  (value) =>
    next(next(value));

/** Changes names and values in the same way. */
const parametersBy = (change: (next: Text) => Text): Way['stages'] => ({
  encodeName: change,
  encodeValue: (next) => (value, parameter) => change((text) => next(text, parameter))(value),
});

/** Leaves the values of some protocol parameters unencoded. */
const leavingValues = (leaves: (name: string) => boolean): Way['stages'] => ({
  encodeValue: (next) => (value, parameter) =>
    parameter.from === 'header' && leaves(parameter.name) ? value : next(value, parameter),
});

export const encodingMistakes: readonly Mistake[] = [
  {
    id: 'parameters-unencoded',
    title: 'Names and values not encoded',
    clause: 'RFC 5849 3.4.1.3.2',
    cause: 'Names and values were joined as they are, so that they were encoded once and not twice',
    repair: 'encode every name and value before joining them, and the joined string once more',
    ways: once(parametersBy(() => same)),
  },
  {
    id: 'names-unencoded',
    title: 'Names not encoded',
    clause: 'RFC 5849 3.4.1.3.2',
    cause: 'The values were encoded before joining, but the names were not',
    repair: 'encode names as well as values: `a[]` is signed as `a%5B%5D`',
    ways: once({ encodeName: instead<'encodeName'>(same) }),
  },
  {
    id: 'protocol-values-unencoded',
    title: 'Protocol parameters not encoded',
    clause: 'RFC 5849 3.4.1.3.2',
    cause: 'The values of the header were joined as they are, and only those of query and body were encoded',
    repair:
      'encode the values of the protocol parameters like all others, or make nonces of letters and digits',
    ways: () => [
      { stages: leavingValues(() => true) },
      { detail: 'oauth_nonce', stages: leavingValues((name) => name === 'oauth_nonce') },
    ],
  },
  {
    id: 'parameter-string-unencoded',
    title: 'Parameter string not encoded again',
    clause: 'RFC 5849 3.4.1.1',
    cause: 'The joined parameters went into the base string without being encoded once more',
    repair: 'encode the joined parameters as a whole before they go into the base string',
    ways: () => [
      { stages: { encodeString: instead<'encodeString'>(same) } },
      {
        detail: 'the URI neither',
        stages: { encodeString: instead<'encodeString'>(same), encodeUri: instead<'encodeUri'>(same) },
      },
    ],
  },
  {
    id: 'encoded-thrice',
    title: 'Encoded once too often',
    clause: 'RFC 5849 3.4.1.3.2',
    cause: 'Parameters were encoded three times and not twice',
    repair: 'start from decoded names and values, encode them once, join them, and encode the whole once',
    ways: () => [
      { detail: 'names and values twice', stages: parametersBy(twice) },
      { detail: 'the joined string twice', stages: { encodeString: twice } },
    ],
  },
  {
    id: 'uri-unencoded',
    title: 'URI not encoded',
    clause: 'RFC 5849 3.4.1.1',
    cause: 'The URI went into the base string without being encoded',
    repair: 'encode the URI before it goes into the base string, its : and / too',
    ways: once({ encodeUri: instead<'encodeUri'>(same) }),
  },
  {
    id: 'uri-encoded-twice',
    title: 'URI encoded twice',
    clause: 'RFC 5849 3.4.1.1',
    cause: 'The URI was encoded twice for the base string',
    repair: 'encode the URI once for the base string; only the parameters are encoded twice',
    ways: once({ encodeUri: twice }),
  },
];
