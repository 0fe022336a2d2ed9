/** The faults that can be made by hand, with the doctor's names of mistakes. */

export interface Fault {
  readonly id: string;
  /** Selects one of several ways to make it. */
  readonly variant: number;
}

/** Every fault, and the number of ways to make it. */
export const variants: Readonly<Record<string, number>> = {
  'query-left-out': 1,
  'body-left-out': 1,
  'plus-kept': 1,
  undecoded: 1,
  'signed-twice': 2,
  'json-body-included': 4,
  'multipart-included': 1,
  'body-hash-included': 1,
  'falsy-as-empty': 1,
  'line-ends-changed': 2,
  'unicode-normalised': 2,
  'callback-encoded-twice': 2,
  'header-form-encoded': 1,
  'timestamp-taken-twice': 2,
  'realm-included': 1,
  'signature-included': 1,
  'callback-left-out': 1,
  'verifier-left-out': 1,
  'token-left-out': 1,
  'version-left-out': 1,
  'consumer-key-left-out': 1,
  'nonce-left-out': 1,
  'signature-method-left-out': 1,
  'timestamp-left-out': 1,
  'body-hash-left-out': 1,
  'protocol-left-out': 1,
  'empty-token-included': 1,
  'empty-parameter-included': 2,
  'version-included': 1,
  'list-renamed': 3,
  'list-split': 1,
  'list-joined': 2,
  'repeated-name-once': 2,
  'empty-value-left-out': 1,
  'latin-1': 2,
  'utf-8-twice': 1,
  'space-as-plus': 3,
  'form-encoder': 2,
  'tilde-encoded': 2,
  'marks-unencoded': 3,
  'slash-unencoded': 2,
  'brackets-unencoded': 2,
  'reserved-unencoded': 2,
  'lower-case-hex': 3,
  'parameters-unencoded': 1,
  'names-unencoded': 1,
  'protocol-values-unencoded': 2,
  'parameter-string-unencoded': 2,
  'encoded-thrice': 2,
  'uri-unencoded': 1,
  'uri-encoded-twice': 1,
  unsorted: 6,
  'sorted-decoded': 1,
  'sorted-joined': 1,
  'sorted-without-case': 1,
  'sorted-by-name-only': 1,
  'separators-unencoded': 2,
  'joined-with-entities': 1,
  'joined-with-commas': 2,
  'equals-left-out': 1,
  'stray-ampersand': 2,
  'other-method': 4,
  'method-lower-case': 1,
  'method-left-out': 2,
  'uri-left-out': 1,
  'other-host': 6,
  'scheme-swapped': 1,
  'default-port-kept': 1,
  'port-dropped': 1,
  'query-in-uri': 1,
  'trailing-slash': 1,
  'host-upper-case': 2,
  'path-decoded': 1,
  'path-encoded-again': 2,
  'path-escapes-case': 2,
  'path-template-signed': 6,
  'path-parameters-left-out': 1,
  'path-left-out': 2,
  'path-prefix-left-out': 1,
  'extension-confused': 1,
  'path-lower-case': 1,
  'slash-doubled': 1,
  'inner-host': 9,
  'inner-port': 17,
  'other-token-secret': 3,
  'token-unsent': 4,
  'token-secret-undefined': 3,
  'consumer-key-as-secret': 1,
  'token-as-secret': 1,
  'consumer-secret-in-both': 1,
  'consumer-secret-missing': 1,
  'token-secret-missing': 1,
  'consumer-secret-quoted': 2,
  'token-secret-quoted': 2,
  'consumer-secret-white-space': 7,
  'token-secret-white-space': 7,
  'secrets-swapped': 1,
  'secrets-unencoded': 1,
  'secrets-encoded-twice': 1,
  'consumer-secret-unencoded': 1,
  'token-secret-unencoded': 1,
  'ampersand-missing': 1,
  'ampersand-encoded': 1,
  'sha-256': 1,
  'sha-512': 1,
  plaintext: 1,
  'key-and-text-swapped': 1,
  unkeyed: 1,
  'base-string-encoded': 1,
  'base-string-line-break': 2,
  hex: 2,
  'base64-of-hex': 2,
  'digest-as-text': 1,
  'base64-twice': 1,
  base64url: 2,
  'padding-lost': 1,
  'line-break': 2,
  'signature-encoded-twice': 1,
  'signature-unencoded': 1,
};

/**
 * For faults with ways that are only tried alone: the number of ways that are tried together with another mistake;
 * these come first.
 */
const waysInPairs: Readonly<Record<string, number>> = {
  'other-method': 2,
  'path-template-signed': 0,
  'token-secret-undefined': 2,
  'inner-host': 3,
  'inner-port': 3,
  'consumer-secret-white-space': 4,
  'token-secret-white-space': 4,
};

/** Whether it is tried together with another mistake at all. */
export const isPaired = (id: string): boolean => waysTried(id) > 0;

const waysTried = (id: string): number => waysInPairs[id] ?? variants[id]!;

/** A fault in one of its ways, among those that are tried with others if possible. */
export const faultOf = (id: string, pick: number, isAlone = true): Fault => ({
  id,
  variant: pick % (isAlone ? variants[id]! : waysTried(id)),
});

/** Faults that exclude each other, because they change the same place. */
const exclusive: readonly (readonly string[])[] = [
  ['unsorted', 'sorted-decoded', 'sorted-joined', 'sorted-without-case', 'sorted-by-name-only'],
  ['parameters-unencoded', 'encoded-thrice'],
  ['parameter-string-unencoded', 'encoded-thrice'],
  ['parameter-string-unencoded', 'uri-unencoded', 'uri-encoded-twice'],
  ['latin-1', 'utf-8-twice'],
  ['plus-kept', 'undecoded'],
  ['list-renamed', 'list-joined'],
  ['list-split', 'list-joined'],
  ['secrets-unencoded', 'secrets-encoded-twice'],
  ['secrets-encoded-twice', 'consumer-secret-unencoded'],
  ['secrets-encoded-twice', 'token-secret-unencoded'],
  [
    'other-token-secret',
    'token-unsent',
    'token-secret-undefined',
    'token-as-secret',
    'consumer-secret-in-both',
    'token-secret-missing',
  ],
  ['consumer-key-as-secret', 'consumer-secret-missing'],
  ['token-secret-missing', 'token-secret-white-space'],
  ['token-secret-missing', 'token-secret-quoted'],
  ['consumer-secret-missing', 'consumer-secret-white-space'],
  ['consumer-secret-missing', 'consumer-secret-quoted'],
  ['ampersand-missing', 'ampersand-encoded'],
  ['default-port-kept', 'port-dropped', 'inner-port'],
  ['other-host', 'host-upper-case', 'inner-host'],
  ['path-left-out', 'path-decoded', 'path-encoded-again', 'path-parameters-left-out', 'path-prefix-left-out'],
  [
    'sha-256',
    'sha-512',
    'plaintext',
    'key-and-text-swapped',
    'unkeyed',
    'base-string-encoded',
    'base-string-line-break',
  ],
  ['hex', 'base64-of-hex', 'digest-as-text', 'plaintext'],
  ['base64-twice', 'plaintext'],
];

export const together = (one: string, other: string): boolean =>
  one !== other && !exclusive.some((group) => group.includes(one) && group.includes(other));

/** The faults of one request. */
export interface Made {
  has(id: string): boolean;
  /** -1 for a fault that is not made. */
  way(id: string): number;
}

export function madeOf(faults: readonly Fault[]): Made {
  const way = (id: string): number => faults.find((each) => each.id === id)?.variant ?? -1;
  return { way, has: (id) => way(id) >= 0 };
}
