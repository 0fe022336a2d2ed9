/** Mistakes in what is done with key and base string (RFC 5849 3.4.2). Each is tried together with at most one other. */
import { encodeRfc3986 } from '../../http/encoding.ts';
import { hashes, over, plaintext } from './methods.ts';
import type { Hash, SignatureMethod, Signer } from './methods.ts';
import type { Mistake } from './mistake.ts';

export interface DigestMistake extends Omit<Mistake, 'ways'> {
  /** Length of the digest in bytes; null for any length. */
  readonly length: number | null;
  readonly ways: readonly Signer[];
  /** How the mistake changes the base string, if it does. */
  readonly rewrite?: (baseString: string) => string;
}

const clause = 'RFC 5849 3.4.2';

/** The mistakes for signatures that must be made with this method. */
export function digestMistakesOf(method: SignatureMethod): DigestMistake[] {
  const others = Object.entries(hashes).flatMap(([name, hash]) =>
    name === method ? [] : anotherHash(name, hash, method),
  );
  return method === 'PLAINTEXT' ? others : [...others, keyItself(method), ...misused(method, hashes[method])];
}

function anotherHash(name: string, { id, name: hash, length, hmac }: Hash, method: SignatureMethod) {
  const title =
    method === 'PLAINTEXT' ? 'A digest in place of PLAINTEXT' : `${hash} in place of ${hashes[method].name}`;
  return {
    id,
    title,
    clause: 'RFC 5849 3.4.2; choice: o1-method',
    cause: `The signature was made with ${name}`,
    repair: `sign with ${method} and name it in \`oauth_signature_method\``,
    length,
    ways: [hmac],
  };
}

const keyItself = (method: SignatureMethod): DigestMistake => ({
  id: 'plaintext',
  title: 'PLAINTEXT in place of a signature',
  clause: 'RFC 5849 3.4.4; choice: o1-method',
  cause:
    'The key itself was sent for a signature, as the method PLAINTEXT does: both secrets are in the header',
  repair: `sign with ${method}, and regenerate the secrets if the request left your machine`,
  length: null,
  ways: [plaintext],
});

const misused = (method: SignatureMethod, { name, length, digest, hmac }: Hash): DigestMistake[] => [
  {
    id: 'key-and-text-swapped',
    title: 'Key and base string swapped',
    clause,
    cause: 'The base string was used as the key of the HMAC, and the key as its text',
    repair: 'look up the order of the arguments: some libraries take the key first, some the text',
    length,
    ways: [(key) => (baseString) => hmac(baseString)(key)],
  },
  {
    id: 'unkeyed',
    title: `${name} without a key`,
    clause,
    cause: `The base string was hashed with ${name} alone, without the secrets`,
    repair: `use ${method} with the key made of both secrets`,
    length,
    ways: [() => digest],
  },
  {
    id: 'base-string-encoded',
    title: 'Whole base string encoded',
    clause: 'RFC 5849 3.4.1.1',
    cause: 'The finished base string was percent-encoded once more as a whole',
    repair: 'encode its three parts, then join them with & and sign that as it is',
    length,
    ways: [over(hmac, encodeRfc3986)],
    rewrite: encodeRfc3986,
  },
  {
    id: 'base-string-line-break',
    title: 'Line break after the base string',
    clause: 'RFC 5849 3.4.1.1',
    cause: 'The base string was signed with a line break at its end, as `echo` appends one',
    repair: 'sign the base string alone: in a shell, with `printf %s` or `echo -n`',
    length,
    ways: [over(hmac, (baseString) => `${baseString}\n`), over(hmac, (baseString) => `${baseString}\r\n`)],
  },
];
