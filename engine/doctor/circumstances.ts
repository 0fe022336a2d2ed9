/** What has a request refused although its signature may be right. Seen by looking, not by computing. */
import { sameAuthority, splitUrl } from '../http/url.ts';
import type { UrlParts } from '../http/url.ts';
import { timestampTolerance } from '../auth/nonces.ts';
import type { Pairs } from './received.ts';
import type { Mistake } from './mistake.ts';
import { finding } from './mistake.ts';
import type { DoctorContext, Finding } from './types.ts';

interface Seen {
  readonly url: UrlParts;
  readonly pairs: Pairs;
  /** The first value of each parameter of the header. */
  readonly given: ReadonlyMap<string, string>;
  readonly context: DoctorContext;
}

export interface Circumstance extends Omit<Mistake, 'ways'> {
  /** What was seen, for the person to recognise; null when all is well. */
  readonly seen: (seen: Seen) => string | null;
}

const required = [
  'oauth_consumer_key',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
  'oauth_timestamp',
];

const isSeconds = /^\d{1,15}$/;

/** Later than the year 5138 in seconds: engine and doctor take it for milliseconds. */
const looksLikeMilliseconds = (timestamp: string): boolean =>
  isSeconds.test(timestamp) && Number(timestamp) > 1e11;

const shorten = (value: string): string => (value.length > 48 ? `${value.slice(0, 45)}…` : value);

const stale = ({ given, context: { now } }: Seen): string | null => {
  const timestamp = given.get('oauth_timestamp') ?? '';
  if (now === undefined || !isSeconds.test(timestamp) || looksLikeMilliseconds(timestamp)) return null;
  const off = Number(timestamp) - Math.floor(now / 1000);
  if (Math.abs(off) <= timestampTolerance) return null;
  return `${Math.abs(off)} s ${off > 0 ? 'ahead of' : 'behind'} the platform's clock; at most ${timestampTolerance} s are taken`;
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

export const circumstances: readonly Circumstance[] = [
  {
    id: 'parameter-missing',
    title: 'Parameter missing in the header',
    clause: 'RFC 5849 3.1; platform.md 4.1',
    cause: 'The OAuth header lacks a parameter',
    repair: 'send all of the protocol parameters in the header',
    seen: ({ given }) => required.filter((name) => !given.get(name)).join(', ') || null,
  },
  {
    id: 'parameter-twice',
    title: 'Parameter twice in the header',
    clause: 'RFC 5849 3.1',
    cause: 'A parameter stands twice in the OAuth header',
    repair: 'send each protocol parameter once',
    seen: ({ pairs }) =>
      pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) < index)?.[0] ?? null,
  },
  {
    id: 'method-declared',
    title: 'Another signature method declared',
    clause: 'platform.md 4.1; choice: o1-method',
    cause: '`oauth_signature_method` is not HMAC-SHA1',
    repair: 'sign with HMAC-SHA1 and declare it',
    seen: unlike('oauth_signature_method', /^HMAC-SHA1$/),
  },
  {
    id: 'version-declared',
    title: 'Another version declared',
    clause: 'platform.md 4.1; choice: o1-method',
    cause: '`oauth_version` is not 1.0',
    repair: 'send `oauth_version` as 1.0 or not at all',
    seen: unlike('oauth_version', /^1\.0$/),
  },
  {
    id: 'nonce-not-ascii',
    title: 'Nonce beyond ASCII',
    clause: 'platform.md 4.1; choice: o1-clock',
    cause: '`oauth_nonce` has characters beyond ASCII',
    repair: 'make nonces of letters and digits',
    seen: unlike('oauth_nonce', /^[\x20-\x7e]+$/),
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
    clause: 'RFC 5849 3.3; choice: o1-clock',
    cause: '`oauth_timestamp` is too far from the platform’s clock',
    repair: 'set the sender’s clock, and sign each request when it is sent',
    seen: stale,
  },
  {
    id: 'nonce-reused',
    title: 'Nonce used before',
    clause: 'RFC 5849 3.3; choice: o1-clock',
    cause: 'The nonce was used before with this timestamp, client and token',
    repair: 'draw a new nonce and sign anew for each request, also when one is sent again',
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

export function findingsOf(url: UrlParts, pairs: Pairs, context: DoctorContext = {}): Finding[] {
  const seen: Seen = { url, pairs, given: new Map(pairs), context };
  return circumstances.flatMap((circumstance) => {
    const detail = circumstance.seen(seen);
    return detail === null ? [] : [finding(circumstance, detail || undefined)];
  });
}
