/** What may have been used instead of the consumer secret, and what may have been done to it. */
import { keysOf } from '../../checked/is.ts';
import { bytesOfHex, hex } from '../bytes.ts';
import { md5, sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { base64, decodeBase64 } from '../../http/base64.ts';
import { encodeRfc3986 } from '../../http/encoding.ts';
import { utf8 } from '../../http/messages.ts';
import { literally, section, verbatim } from './mistake.ts';
import type { Known } from './mistake.ts';
import { decoded, utf16 } from './texts.ts';
import { cases } from './candidates.ts';
import type { Form, Origin } from './candidates.ts';
import type { KnownValues } from './types.ts';

const key = (given: Pick<Known, 'id' | 'title' | 'did'> & Partial<Known>): Known => ({
  stage: 'key',
  wants: 'the consumer secret',
  repair: 'Give the HMAC the consumer secret of this App as its key',
  source: section('4.3'),
  ...given,
});

const credential = (id: string, name: string): Known =>
  key({
    id,
    title: `${name.charAt(0).toUpperCase()}${name.slice(1)} in place of the consumer secret`,
    did: `signed with the ${name}`,
    repair: `Give the HMAC the consumer secret as its key, not the ${name}`,
  });

const named = {
  apiKey: credential('api-key', 'API key'),
  bearer: credential('bearer-token', 'bearer token'),
  clientSecret: credential('client-secret', 'client secret'),
  clientId: credential('client-id', 'client id'),
  accessToken: credential('access-token', 'access token'),
  accessTokenSecret: credential('access-token-secret', 'access token secret'),
} satisfies Partial<Record<keyof KnownValues, Known>>;

const otherSecret = key({
  id: 'other-secret',
  title: 'Secret of another App',
  did: 'signed with {}',
  wants: 'the consumer secret of this App',
  repair: 'Use the consumer secret of the App that the webhook is registered with',
});

const joined = key({
  id: 'key-and-secret',
  title: 'API key and secret joined',
  did: 'signed with API key and secret joined by {}',
  wants: 'the consumer secret alone',
  repair: 'Use the consumer secret alone: the two are joined for other purposes',
});

const absent = key({
  id: 'key-absent',
  title: 'No key',
  did: 'signed with {} as the key',
  repair: 'Check where the consumer secret is read: the variable was not set when the receiver ran',
});

export const originsOfKey = (secret: string, known: KnownValues): Origin[] => [
  ...keysOf(named).map((name): Origin => {
    const value = known[name];
    return { known: named[name], texts: value ? [other(value, secret)] : [] };
  }),
  {
    known: otherSecret,
    texts: (known.otherSecrets ?? []).map(({ label, value }) => ({ ...other(value, secret), detail: label })),
  },
  {
    known: joined,
    texts: known.apiKey
      ? [
          { text: `${known.apiKey}&${secret}`, detail: '&, as in OAuth 1.0a' },
          { text: `${known.apiKey}:${secret}`, detail: 'a colon' },
          { text: `${secret}&${known.apiKey}`, detail: '&, the secret first' },
          { text: `${known.apiKey}${secret}`, detail: 'nothing' },
        ]
      : [],
  },
  {
    known: absent,
    texts: [
      { text: '', detail: 'nothing' },
      ...['undefined', 'null', 'None'].map((text) => ({ text, detail: `“${text}”` })),
    ],
  },
];

const other = (value: string, secret: string) => ({
  text: value,
  hints: [{ find: literally(value), replace: verbatim(secret) }],
});

/** Removes a call of `name` around a simple expression. */
const uncalled = (name: string) => ({ find: `${name}\\(\\s*([\\w.$]+)\\s*\\)`, replace: '$1' });

export const formsOfKey: readonly Form[] = [
  {
    known: key({
      id: 'key-percent-encoded',
      title: 'Key percent-encoded',
      did: 'percent-encoded the key{}',
      wants: 'the consumer secret as it is',
      repair: 'Use the consumer secret as it is: OAuth 1.0a encodes its key, a challenge does not',
      hints: [uncalled('encodeURIComponent'), uncalled('escape')],
    }),
    ways: [
      { apply: encodeRfc3986 },
      { apply: (text) => `${encodeRfc3986(text)}&`, detail: ' and put & behind it, as OAuth 1.0a does' },
      { apply: (text) => `${text}&`, detail: ' as OAuth 1.0a does, with & behind it' },
    ],
  },
  {
    known: key({
      id: 'key-percent-decoded',
      title: 'Key percent-decoded',
      did: 'percent-decoded the key',
      wants: 'the consumer secret as it is',
      repair: 'Use the consumer secret as it is shown, and decode nothing in it',
      hints: [uncalled('decodeURIComponent'), uncalled('unescape')],
    }),
    ways: [
      { apply: (text) => decoded(text) },
      { apply: (text) => decoded(text.replaceAll('+', ' ')) },
      { apply: (text) => text.replaceAll('+', ' ') },
    ],
  },
  {
    known: key({
      id: 'key-quoted',
      title: 'Quotes around the key',
      did: 'signed with quotes around the key ({})',
      wants: 'the consumer secret alone',
      repair: 'Remove the quotes where the consumer secret is read, as from an .env file',
    }),
    ways: ['"', "'", '`'].map((quote) => ({
      apply: (text) => `${quote}${text}${quote}`,
      detail: quote,
    })),
  },
  {
    known: key({
      id: 'key-white-space',
      title: 'White space around the key',
      did: 'signed with {} around the key',
      wants: 'the consumer secret alone',
      repair: 'Trim the consumer secret where it is read, as from a file',
    }),
    ways: [
      { apply: (text) => `${text}\n`, detail: 'a line break' },
      { apply: (text) => `${text}\r\n`, detail: 'a carriage return and a line break' },
      { apply: (text) => `${text} `, detail: 'a space at its end' },
      { apply: (text) => ` ${text}`, detail: 'a space at its start' },
      { apply: (text) => `${text}\r`, detail: 'a carriage return' },
      { apply: (text) => `${text}\t`, detail: 'a tab' },
      { apply: (text) => `\uFEFF${text}`, detail: 'a byte order mark' },
      { apply: (text) => text.trim(), detail: 'no longer the white space that it has' },
    ],
  },
  {
    known: key({
      id: 'key-decoded-as-base64',
      title: 'Key decoded from Base64 or hex',
      did: 'decoded the key from {}',
      wants: 'the characters of the consumer secret',
      repair: 'Give the HMAC the characters of the consumer secret in UTF-8: it is text, not Base64 or hex',
      hints: [{ find: `(Buffer\\.from\\([^,()]+), *['"](?:base64|hex)['"]\\)`, replace: '$1)' }],
    }),
    ways: [
      {
        apply: (text) => decodeBase64(text.replaceAll('-', '+').replaceAll('_', '/')) ?? text,
        detail: 'Base64',
      },
      { apply: (text) => bytesOfHex(text) ?? text, detail: 'hex' },
    ],
  },
  {
    known: key({
      id: 'key-cut',
      title: 'Key cut short',
      did: 'signed with the key without its {} character',
      wants: 'all characters of the consumer secret',
      repair: 'Copy the whole consumer secret, from its first character to its last',
    }),
    ways: [
      { apply: (text) => text.slice(0, -1), detail: 'last' },
      { apply: (text) => text.slice(1), detail: 'first' },
    ],
  },
  {
    known: key({
      id: 'key-hashed',
      title: 'Key hashed',
      did: 'signed with the {} of the key',
      wants: 'the consumer secret as it is',
      repair: 'Use the consumer secret as it is: an HMAC hashes what has to be hashed',
    }),
    ways: [
      { apply: (text) => sha256(utf8(text)), detail: 'SHA-256' },
      { apply: (text) => hex(sha256(utf8(text))), detail: 'SHA-256, in hex,' },
      { apply: (text) => base64(sha256(utf8(text))), detail: 'SHA-256, in Base64,' },
      { apply: (text) => hex(sha1(utf8(text))), detail: 'SHA-1, in hex,' },
      { apply: (text) => hex(md5(utf8(text))), detail: 'MD5, in hex,' },
    ],
  },
  {
    known: key({
      id: 'key-encoded',
      title: 'Key written differently',
      did: 'signed with the key {}',
      wants: 'the characters of the consumer secret in UTF-8',
      repair: 'Give the HMAC the characters of the consumer secret in UTF-8, unchanged',
    }),
    ways: [
      { apply: (text) => base64(utf8(text)), detail: 'in Base64' },
      { apply: (text) => utf16(text), detail: 'in UTF-16' },
      ...cases,
    ],
  },
];
