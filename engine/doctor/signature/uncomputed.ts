/** A signature that needs more than the two secrets: what can be checked without its key. */
import { decodeBase64 } from '../../http/base64.ts';
import { baseStringOf, Computation } from './computation.ts';
import { bySight } from './explain.ts';
import type { Message } from './received.ts';
import type { Diagnosis, Finding } from './types.ts';

/** An RSA signature has as many bytes as its key. Keys have 1024 to 8192 bits. */
const isSizeOfRsaKey = (bytes: number): boolean => bytes >= 128 && bytes <= 1024 && bytes % 8 === 0;

export function uncomputed(
  method: string,
  message: Message,
  besides: readonly Finding[],
): Pick<Diagnosis, 'verdict' | 'summary' | 'explanations' | 'checked' | 'baseString' | 'method'> {
  const received = message.header.find(({ name }) => name === 'oauth_signature')?.value ?? '';
  const checked = [
    ...(besides.length === 0
      ? ['The header has the parameters that RFC 5849 asks for, each of them once.']
      : []),
    ...(method === 'RSA-SHA1' ? sizeOf(received) : []),
  ];
  return {
    verdict: 'uncomputed',
    summary: `${because(method)} Compare the base string below with the one that your program signs: if they differ, that is the mistake.`,
    explanations: besides.map(bySight),
    checked,
    baseString: baseStringOf(new Computation(message, []).run([])),
    method,
  };
}

const because = (method: string): string =>
  method === 'RSA-SHA1'
    ? 'RSA-SHA1 signs with a private key, which does not belong in this page. So the signature was not computed.'
    : `${method.slice(0, 40)} is not a signature method that is computed here. So the signature was not computed.`;

function sizeOf(received: string): string[] {
  const length = decodeBase64(received)?.length;
  if (length === undefined) return ['The signature is not Base64: it cannot have come from RSA-SHA1.'];
  return isSizeOfRsaKey(length)
    ? [`The signature is Base64 of ${length} bytes: it can have come from a key of ${length * 8} bits.`]
    : [
        `The signature is Base64 of ${length} bytes, which no RSA key gives: 256 bytes come from one of 2048 bits.`,
      ];
}
