/**
 * The challenge that validates a callback URL on registration and afterwards (specification 4.3; choices: crc,
 * crc-hourly).
 */
import { isRecord } from '../checked/is.ts';
import { base64url } from '../http/base64.ts';
import { utf8 } from '../http/messages.ts';
import { isFailure } from '../http/send.ts';
import type { SendFailureReason, SendResult } from '../http/send.ts';
import type { RefusalReason } from '../spec/reasons.ts';
import { crcLimits } from './limits.ts';
import type { Random } from '../state/random.ts';
import { prefix, signed } from './hmac.ts';

/** The data of a challenge. */
export interface Challenge {
  readonly token: string;
  /** The App's consumer secret. */
  readonly secret: string;
}

/**
 * `wrong`: the receiver gave a wrong answer; the webhook becomes invalid. `silent`: the receiver did not answer,
 * which may be temporary.
 */
export type CrcFailureKind = 'wrong' | 'silent';

export interface CrcFailure {
  readonly passed: false;
  /** What exactly failed, for people: without the right answer and without a full stop. */
  readonly message: string;
  readonly kind: CrcFailureKind;
  readonly reason?: RefusalReason;
}

export type CrcVerdict = { readonly passed: true } | CrcFailure;

/** The URL of a challenge. The callback URL's own query is kept. */
export const crcUrl = (url: string, token: string): string =>
  `${url}${!url.includes('?') ? '?' : /[?&]$/.test(url) ? '' : '&'}crc_token=${token}`;

/** 128 bits, in characters that a query need not encode. */
export function crcToken(random: Random): string {
  const bytes = new DataView(new ArrayBuffer(16));
  for (let at = 0; at < 16; at += 4) bytes.setUint32(at, random.uint32());
  return base64url(new Uint8Array(bytes.buffer));
}

/** The value of `response_token` that a challenge expects. */
export const crcAnswer = (token: string, secret: string): string => signed(utf8(token), secret);

/** Whether a receiver answered its challenge. The host has enforced `crcLimits`. */
export function checkCrc(result: SendResult, challenge: Challenge): CrcVerdict {
  if (isFailure(result)) {
    const failed = failedFor(...failures[result.reason]);
    return result.reason === 'dns' ? { ...failed, reason: 'hostNotFound' } : failed;
  }
  const { status, body } = result;
  if (status >= 400 && status <= 599)
    return failedFor('silent', `the receiver answered HTTP ${status}, not 200`);
  if (status >= 300 && status <= 399)
    return failedFor('wrong', `the receiver answered HTTP ${status}, and redirects are not followed`);
  if (status !== 200) return failedFor('wrong', `the receiver answered HTTP ${status}, not 200`);
  const wrong = wrongIn(body, challenge);
  return wrong === null ? { passed: true } : failedFor('wrong', wrong);
}

const failures: Readonly<Record<SendFailureReason, readonly [CrcFailureKind, string]>> = {
  timeout: ['silent', `no answer came within ${crcLimits.timeoutMs / 1000} seconds`],
  dns: ['silent', 'there is no host of that name'],
  refused: ['silent', 'the host refused the connection'],
  closed: ['silent', 'the connection ended before a whole answer came'],
  tls: ['wrong', 'no trusted TLS connection could be made'],
  tooLarge: ['wrong', `the answer is larger than ${crcLimits.maxBytes / 1024} KB`],
};

const failedFor = (kind: CrcFailureKind, message: string): CrcFailure => ({ passed: false, message, kind });

function wrongIn(body: Uint8Array, { token, secret }: Challenge): string | null {
  const answer = parsed(body);
  if (answer === undefined) return 'the body of the answer is not JSON';
  if (!isRecord(answer) || Array.isArray(answer)) return 'the body of the answer is not a JSON object';
  if (!Object.hasOwn(answer, 'response_token')) return 'the JSON of the answer has no `response_token`';
  const value = answer['response_token'];
  if (typeof value !== 'string') return '`response_token` is not a string';
  if (!value.startsWith(prefix)) return `\`response_token\` does not start with "${prefix}"`;
  return value === crcAnswer(token, secret)
    ? null
    : '`response_token` is not the Base64 of the HMAC-SHA256 of `crc_token` under the consumer secret';
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** undefined for bytes that are not JSON in UTF-8; a byte order mark is not allowed (RFC 8259 8.1). */
function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(body));
  } catch {
    return undefined;
  }
}
