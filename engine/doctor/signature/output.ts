/** Mistakes after the digest: in how it is written and sent. They are undone, not searched for. */
import { bytesOfHex, hex, latin1 } from '../bytes.ts';
import { base64, decodeBase64 } from '../../http/base64.ts';
import { decodeRfc3986, encodeRfc3986 } from '../../http/encoding.ts';
import { text, utf8 } from '../../http/messages.ts';
import type { DigestMistake } from './digests.ts';
import { hashes, plaintext } from './methods.ts';
import type { SignatureMethod, Signer } from './methods.ts';
import type { Mistake } from './mistake.ts';

export interface OutputMistake extends Omit<Mistake, 'ways'> {
  /** How the digest is written, if not in Base64. */
  readonly form?: readonly ((digest: Uint8Array) => string)[];
  /** How the written signature is changed. */
  readonly rewrite?: readonly ((signature: string) => string)[];
}

/** A digest that may be behind the received signature. */
export interface Target {
  readonly digest: Uint8Array;
  /** How the digest is made from key and base string; null for HMAC-SHA1, which has a faster implementation. */
  readonly by: Signer | null;
  /** The sets of mistakes that lead from the digest to the received signature. */
  readonly forms: readonly (readonly Omit<Mistake, 'ways'>[])[];
}

const clause = 'RFC 5849 3.4.2';
const asBase64 = 'write the digest in Base64 (RFC 4648 4), not in hex';
const encodeOnce = 'percent-encode the value of `oauth_signature` exactly once for the header';

export const outputMistakes: readonly OutputMistake[] = [
  {
    id: 'hex',
    title: 'Hex in place of Base64',
    clause,
    cause: 'The digest was written in hex',
    repair: asBase64,
    form: [hex, (digest) => hex(digest).toUpperCase()],
  },
  {
    id: 'base64-of-hex',
    title: 'Base64 of hex',
    clause,
    cause: 'The digest was written in hex, and the hex in Base64',
    repair: 'encode the bytes of the digest in Base64, not its hex digits',
    form: [(digest) => base64(utf8(hex(digest))), (digest) => base64(utf8(hex(digest).toUpperCase()))],
  },
  {
    id: 'digest-as-text',
    title: 'Digest treated as text',
    clause,
    cause: 'The bytes of the digest were treated as characters and encoded in UTF-8 before Base64',
    repair: 'encode the bytes of the digest in Base64 as they are, not as a string',
    form: [(digest) => base64(utf8(String.fromCharCode(...digest)))],
  },
  {
    id: 'base64-twice',
    title: 'Base64 twice',
    clause,
    cause: 'The Base64 of the digest was encoded in Base64 again',
    repair: 'encode the digest in Base64 once: the library may have done so already',
    rewrite: [(signature) => base64(utf8(signature))],
  },
  {
    id: 'base64url',
    title: 'Base64url in place of Base64',
    clause,
    cause: 'The digest was written in Base64url, with - and _ for + and /',
    repair: 'use the alphabet of Base64 with + and / and the padding (RFC 4648 4)',
    rewrite: [urlSafe, (signature) => urlSafe(signature).replaceAll('=', '')],
  },
  {
    id: 'padding-lost',
    title: 'Padding lost',
    clause,
    cause: 'The = at the end of the Base64 is missing',
    repair: 'keep the padding of the Base64 and percent-encode it as %3D',
    rewrite: [(signature) => signature.replaceAll('=', '')],
  },
  {
    id: 'line-break',
    title: 'Line break after the Base64',
    clause,
    cause: 'The Base64 was sent with the line break that its encoder appends',
    repair: 'remove the line break from the Base64 before it is encoded for the header',
    rewrite: [(signature) => `${signature}\n`, (signature) => `${signature}\r\n`],
  },
  {
    id: 'signature-encoded-twice',
    title: 'Signature encoded twice',
    clause: 'RFC 5849 3.5.1',
    cause: 'The signature was percent-encoded twice for the header',
    repair: encodeOnce,
    rewrite: [encodeRfc3986],
  },
  {
    id: 'signature-unencoded',
    title: 'Signature not encoded in the header',
    clause: 'RFC 5849 3.5.1',
    cause: 'The signature was sent without percent-encoding, so that its + arrived as a space',
    repair: encodeOnce,
    rewrite: [(signature) => signature.replaceAll('+', ' ')],
  },
];

function urlSafe(signature: string): string {
  return signature.replaceAll('+', '-').replaceAll('/', '_');
}

/** Every digest that may be behind the received signature, each with the fewest mistakes. */
export function targetsOf(
  received: string,
  method: SignatureMethod,
  digestMistakes: readonly DigestMistake[],
): Target[] {
  const digests = digestsBehind(received)
    .map((digest) => ({ digest, forms: formsOf(digest, received) }))
    .filter(({ forms }) => forms.length > 0);
  const behind = (length: number | null) =>
    length === null ? textsBehind(received) : digests.filter(({ digest }) => digest.length === length);
  const right =
    method === 'PLAINTEXT'
      ? behind(null).map((each) => ({ ...each, by: plaintext }))
      : behind(hashes[method].length).map((each) => ({
          ...each,
          by: method === 'HMAC-SHA1' ? null : hashes[method].hmac,
        }));
  const wrong = digestMistakes.flatMap((mistake) =>
    behind(mistake.length).flatMap(({ digest, forms }) =>
      mistake.ways.map((by): Target => ({ digest, by, forms: forms.map((after) => [mistake, ...after]) })),
    ),
  );
  return [...right, ...wrong];
}

/** The bytes of a digest's length that a lenient reader finds in the text. */
function digestsBehind(received: string): Uint8Array[] {
  const plain = decodeRfc3986(decodeRfc3986(received)).replace(/[\r\n]+$/, '');
  const found: (Uint8Array | null)[] = [bytesOfHex(plain)];
  // Two mistakes may each have added another layer of Base64.
  for (let layer = 0, bytes = fromBase64(plain); bytes && layer < 3; layer++) {
    const inner = text(bytes);
    found.push(bytes, bytesOfHex(inner), latin1(inner));
    bytes = fromBase64(inner);
  }
  const digests = found.filter((each) => each !== null).filter(({ length }) => [20, 32, 64].includes(length));
  return [...new Map(digests.map((digest) => [hex(digest), digest])).values()];
}

/** Reads either alphabet of Base64, with or without padding. */
const fromBase64 = (written: string): Uint8Array | null =>
  decodeBase64(written.replace(/[ -]/g, '+').replaceAll('_', '/'));

/** Reads the signature as a text that was sent itself (PLAINTEXT), with what may have been done to it. */
function textsBehind(received: string): Pick<Target, 'digest' | 'forms'>[] {
  const texts = new Set([received, decodeRfc3986(received), received.replace(/[\r\n]+$/, '')]);
  return Array.from(texts, (sent) => ({
    digest: utf8(sent),
    forms:
      sent === received
        ? [[]]
        : outputMistakes
            .filter(({ rewrite = [] }) => rewrite.some((change) => change(sent) === received))
            .map((each) => [each]),
  })).filter(({ forms }) => forms.length > 0);
}

/** The smallest sets of mistakes with which the digest is written as received; empty if there are none. */
function formsOf(digest: Uint8Array, received: string): OutputMistake[][] {
  if (base64(digest) === received) return [[]];
  const alone = outputMistakes.filter((each) => writes([each], digest, received));
  if (alone.length > 0) return alone.map((each) => [each]);
  return outputMistakes
    .flatMap((one, index) => outputMistakes.slice(index + 1).map((other) => [one, other]))
    .filter((pair) => writes(pair, digest, received));
}

function writes(mistakes: readonly OutputMistake[], digest: Uint8Array, received: string): boolean {
  const forms = mistakes.find(({ form }) => form)?.form ?? [base64];
  let written = forms.map((form) => form(digest));
  for (const { rewrite } of mistakes)
    if (rewrite) written = written.flatMap((each) => rewrite.map((change) => change(each)));
  return written.includes(received);
}
