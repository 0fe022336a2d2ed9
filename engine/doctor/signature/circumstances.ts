/**
 * Reasons for which a request is refused although its signature may be right. They can be seen without computing a
 * signature.
 */
import { decodeForm } from '../../http/encoding.ts';
import { sameAuthority, splitUrl } from '../../http/url.ts';
import type { UrlParts } from '../../http/url.ts';
import { timestampTolerance } from '../../auth/timestamp.ts';
import type { Parameter } from '../../auth/signature.ts';
import { from } from './received.ts';
import type { Message, Pairs } from './received.ts';
import type { Mistake } from './mistake.ts';
import { finding } from './mistake.ts';
import type { SignatureMethod } from './methods.ts';
import type { DoctorContext, Finding } from './types.ts';

export interface Seen {
  readonly url: UrlParts;
  readonly pairs: Pairs;
  /** The first value of each parameter of the header. */
  readonly given: ReadonlyMap<string, string>;
  /** The parameters of query and form body. */
  readonly elsewhere: readonly Parameter[];
  readonly context: DoctorContext;
}

export interface Circumstance extends Omit<Mistake, 'ways'> {
  /** What was seen, for the person to recognise it; null if all is well. */
  readonly seen: (seen: Seen) => string | null;
}

/** PLAINTEXT needs neither nonce nor timestamp (RFC 5849 3.1). */
const requiredBy = (method: SignatureMethod): string[] => [
  'oauth_consumer_key',
  ...(method === 'PLAINTEXT' ? [] : ['oauth_nonce']),
  'oauth_signature',
  'oauth_signature_method',
  ...(method === 'PLAINTEXT' ? [] : ['oauth_timestamp']),
];

const isSeconds = /^\d{1,15}$/;

/** In seconds this would be later than the year 5138, so engine and doctor assume milliseconds. */
const looksLikeMilliseconds = (timestamp: string): boolean =>
  isSeconds.test(timestamp) && Number(timestamp) > 1e11;

export const shorten = (value: string): string => (value.length > 48 ? `${value.slice(0, 45)}…` : value);

/** How far the timestamp is out of bounds; null if it is within them. `clock` names the clock that it is compared with. */
export const staleBy =
  (tolerance: number, clock: string) =>
  ({ given, context: { now } }: Seen): string | null => {
    const timestamp = given.get('oauth_timestamp') ?? '';
    if (now === undefined || !isSeconds.test(timestamp) || looksLikeMilliseconds(timestamp)) return null;
    const off = Number(timestamp) - Math.floor(now / 1000);
    if (Math.abs(off) <= tolerance) return null;
    return `${Math.abs(off)} s ${off > 0 ? 'ahead of' : 'behind'} ${clock}; at most ${tolerance} s are taken`;
  };

const elsewhere = ({ url, context: { baseUrls = [] } }: Seen): string | null => {
  const known = baseUrls.map(splitUrl).filter((each) => each !== null);
  return known.length === 0 || known.some((each) => sameAuthority(each, url)) ? null : url.host;
};

const unlike =
  (name: string, form: RegExp) =>
  ({ given }: Seen): string | null => {
    const value = given.get(name);
    return value === undefined || value === '' || form.test(value) ? null : shorten(value);
  };

/** Named by its code point, because it cannot be shown. */
function controlIn(text: string): string | null {
  const control = Array.from(text).find((each) => each < ' ' || each === '\x7f');
  return control === undefined
    ? null
    : `U+${control.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** A protocol parameter that has two values, or appears twice in one place outside the header. */
function contradiction({ pairs, elsewhere }: Seen): string | null {
  const before = [...from('header', pairs)];
  for (const each of elsewhere) {
    if (!each.name.startsWith('oauth_') || each.name === 'oauth_signature') continue;
    const same = before.filter(({ name }) => name === each.name);
    if (same.some((other) => other.value !== each.value || other.from === each.from)) return each.name;
    before.push(each);
  }
  return null;
}

export const circumstancesOf = (method: SignatureMethod): readonly Circumstance[] => [
  {
    id: 'parameter-missing',
    title: 'Parameter missing in the header',
    clause: 'RFC 5849 3.1; specification 4.1',
    cause: 'The OAuth header lacks a parameter',
    repair: 'send all of the protocol parameters in the header',
    seen: ({ given }) =>
      requiredBy(method)
        .filter((name) => !given.get(name))
        .join(', ') || null,
  },
  {
    id: 'parameter-twice',
    title: 'Parameter twice in the header',
    clause: 'RFC 5849 3.1',
    cause: 'A parameter appears twice in the OAuth header',
    repair: 'send each protocol parameter once',
    seen: ({ pairs }) =>
      pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) < index)?.[0] ?? null,
  },
  {
    id: 'parameter-contradicts',
    title: 'Parameter in two places',
    clause: 'RFC 5849 3.1; choice: o1-collect',
    cause: 'A protocol parameter has two values, or appears twice in the query or the form body',
    repair: 'send each protocol parameter once, in the header',
    seen: contradiction,
  },
  {
    id: 'credentials-elsewhere',
    title: 'Signature outside of the header',
    clause: 'choice: o1-transport',
    cause: '`oauth_signature` is in the query or the form body',
    repair: 'send the protocol parameters in the Authorization header alone',
    seen: ({ elsewhere }) => elsewhere.find(({ name }) => name === 'oauth_signature')?.from ?? null,
  },
  {
    id: 'method-declared',
    title: 'Another signature method declared',
    clause: 'specification 4.1; choice: o1-method',
    cause: `\`oauth_signature_method\` is not ${method}`,
    repair: `sign with ${method} and declare it`,
    seen: unlike('oauth_signature_method', new RegExp(`^${method}$`)),
  },
  {
    id: 'version-declared',
    title: 'Another version declared',
    clause: 'RFC 5849 3.1; specification 4.1; choice: o1-method',
    cause: '`oauth_version` is not 1.0',
    repair: 'send `oauth_version` as 1.0 or not at all',
    seen: ({ given }) => {
      const version = given.get('oauth_version') ?? '1.0';
      return version === '1.0' ? null : shorten(version) || 'empty';
    },
  },
  {
    id: 'nonce-not-ascii',
    title: 'Nonce beyond ASCII',
    clause: 'specification 4.1; choice: o1-clock',
    cause: '`oauth_nonce` has characters beyond ASCII',
    repair: 'make nonces of letters and digits',
    seen: unlike('oauth_nonce', /^[\0-\x7f]+$/),
  },
  {
    id: 'nonce-control-character',
    title: 'Control character in the nonce',
    clause: 'specification 4.1; choice: o1-clock',
    cause: '`oauth_nonce` has a control character in it',
    repair: 'make nonces of letters and digits: write random bytes in hex or Base64',
    seen: ({ given }) => controlIn(given.get('oauth_nonce') ?? ''),
  },
  {
    id: 'timestamp-milliseconds',
    title: 'Timestamp in milliseconds',
    clause: 'RFC 5849 3.3; choice: o1-clock',
    cause: '`oauth_timestamp` is in milliseconds',
    repair: 'send whole seconds since 1970: divide by 1000 and round down, then sign',
    seen: ({ given }) => {
      const timestamp = given.get('oauth_timestamp') ?? '';
      return looksLikeMilliseconds(timestamp) ? timestamp : null;
    },
  },
  {
    id: 'timestamp-unreadable',
    title: 'Timestamp unreadable',
    clause: 'RFC 5849 3.3; choice: o1-clock',
    cause: '`oauth_timestamp` is not a whole number of seconds',
    repair: 'send whole seconds since 1970',
    seen: unlike('oauth_timestamp', isSeconds),
  },
  {
    id: 'timestamp-stale',
    title: 'Timestamp out of bounds',
    clause: 'choice: o1-clock',
    cause: '`oauth_timestamp` is too far from the platform’s clock',
    repair: 'set the sender’s clock, and sign each request when it is sent',
    seen: staleBy(timestampTolerance, "the platform's clock"),
  },
  {
    id: 'nonce-reused',
    title: 'Nonce used before',
    clause: 'RFC 5849 3.3; choice: o1-clock',
    cause: 'The nonce was used before with this timestamp, client and token',
    repair: 'draw a new nonce and sign again for each request, also when one is sent again',
    seen: ({ given, context }) => (context.nonceUsed ? shorten(given.get('oauth_nonce') ?? '') : null),
  },
  {
    id: 'wrong-host',
    title: 'Sent to another host',
    clause: 'choice: hosts',
    cause: 'The request went to a host that is not the platform’s',
    repair: 'send the request to the platform’s own address',
    seen: elsewhere,
  },
];

export function findingsOf(
  { url, header, form }: Message,
  circumstances: readonly Circumstance[],
  context: DoctorContext = {},
): Finding[] {
  const pairs: Pairs = header.map(({ name, value }) => [name, value]);
  const elsewhere = [...from('query', decodeForm(url.query)), ...from('body', decodeForm(form))];
  const seen: Seen = { url, pairs, given: new Map(pairs), elsewhere, context };
  return circumstances.flatMap((circumstance) => {
    const detail = circumstance.seen(seen);
    return detail === null ? [] : [finding(circumstance, detail || undefined)];
  });
}
