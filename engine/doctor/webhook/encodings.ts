/** How a digest may have been written. Encodings are undone, from the text back to the bytes, not searched for. */
import { bytesOfHex, latin1 } from '../bytes.ts';
import { base64, decodeBase64 } from '../../http/base64.ts';
import { text as utf8Text } from '../../http/messages.ts';
import { section } from './mistake.ts';
import type { CodeHint } from './types.ts';
import type { Known, Made } from './mistake.ts';

/** The bytes behind a text, and the mistakes in how they were written. They need not have a digest's length. */
export interface Writing {
  readonly bytes: Uint8Array;
  readonly made: readonly Made[];
}

interface Encoding {
  readonly known: Known;
  readonly detail?: string;
  /** null if the text is not written in this way. */
  readonly read: (written: string) => Uint8Array | null;
}

const inPlaceOfHex: readonly CodeHint[] = [
  { find: `\\.digest\\((['"])hex\\1\\)`, replace: ".digest('base64')" },
  { find: `\\.toString\\((['"])hex\\1\\)`, replace: ".toString('base64')" },
  {
    find: `(?:Array\\.from\\(|\\[\\.\\.\\.)new Uint8Array\\(([\\w.$]+)\\).*\\.toString\\(16\\).*\\.join\\((['"])\\2\\)`,
    replace: 'btoa(String.fromCharCode(...new Uint8Array($1)))',
  },
  {
    find: '\\b(?!Base64)\\w*[hH]ex\\w*\\(([\\w.$]+)\\)(?! *[{=])',
    replace: 'btoa(String.fromCharCode(...new Uint8Array($1)))',
  },
];

const encoding = (given: Pick<Known, 'id' | 'title' | 'did'> & Partial<Known>): Known => ({
  stage: 'encoding',
  wants: 'Base64',
  repair: 'Write the bytes of the digest in Base64',
  source: section('4.3'),
  ...given,
});

const strict = (written: string): Uint8Array | null => {
  const bytes = decodeBase64(written);
  return bytes && base64(bytes) === written ? bytes : null;
};

const unpadded = (written: string): Uint8Array | null =>
  /^[A-Za-z0-9+/]+$/.test(written) && written.length % 4 > 1
    ? strict(written.padEnd(Math.ceil(written.length / 4) * 4, '='))
    : null;

const ofUrl = (written: string): Uint8Array | null => {
  if (!/^[\w-]+={0,2}$/.test(written) || !/[-_]/.test(written)) return null;
  const plain = written.replaceAll('-', '+').replaceAll('_', '/');
  return strict(plain) ?? unpadded(plain);
};

const lowerHex = (written: string): Uint8Array | null =>
  /^[0-9a-f]+$/.test(written) ? bytesOfHex(written) : null;

const upperHex = (written: string): Uint8Array | null =>
  /^[0-9A-F]+$/.test(written) ? bytesOfHex(written) : null;

/** For bytes that are themselves a text. */
const inside =
  (read: (written: string) => Uint8Array | null, outer = strict) =>
  (written: string): Uint8Array | null => {
    const bytes = outer(written);
    return bytes && read(utf8Text(bytes));
  };

const separated = (written: string): Uint8Array | null =>
  /^[0-9a-f]{2}(?:([:\- ])[0-9a-f]{2})(?:\1[0-9a-f]{2})+$/i.test(written)
    ? bytesOfHex(written.replace(/[^0-9a-f]/gi, ''))
    : null;

const numbers = (written: string): Uint8Array | null => {
  const list = /^(?:\[\s*)?(\d{1,3}(?:\s*,\s*\d{1,3})+)(?:\s*\])?$/
    .exec(written)?.[1]
    ?.split(',')
    .map(Number);
  return list?.every((each) => each < 256) ? Uint8Array.from(list) : null;
};

const hexMistake = encoding({
  id: 'hex',
  title: 'Hex in place of Base64',
  did: 'sent hex{}',
  repair: 'Write the bytes of the digest in Base64, not in hex',
  hints: inPlaceOfHex,
});

const base64url = encoding({
  id: 'base64url',
  title: 'Base64url in place of Base64',
  did: 'sent Base64url, with - and _',
  wants: 'Base64, with + and / and the = at its end',
  repair: 'Use the Base64 alphabet with + and / and keep the = at the end (RFC 4648 4)',
  hints: [
    { find: `(['"])base64url\\1`, replace: "'base64'" },
    { find: `(?:\\.replace(?:All)?\\([^()]*,\\s*(['"])[-_]?\\1\\))+`, replace: '' },
  ],
});

const unpaddedMistake = encoding({
  id: 'padding-lost',
  title: 'Base64 without its padding',
  did: 'sent Base64 without the = at its end',
  wants: 'the = too',
  repair: 'Keep the = at the end of the Base64 (RFC 4648 4)',
  hints: [
    { find: `(['"])base64url\\1`, replace: "'base64'" },
    { find: `\\.replace(?:All)?\\([^()]*=[^()]*,\\s*(['"])\\1\\)`, replace: '' },
  ],
});

const base64OfHex = encoding({
  id: 'base64-of-hex',
  title: 'Base64 of the hex',
  did: 'sent the Base64 of the hex digits',
  wants: 'the Base64 of the bytes',
  repair: 'Encode the bytes of the digest in Base64, not its hex digits',
  hints: [
    {
      find: '\\bbtoa\\(\\w*[hH]ex\\w*\\(([\\w.$]+)\\)\\)',
      replace: 'btoa(String.fromCharCode(...new Uint8Array($1)))',
    },
  ],
});

const encodings: readonly Encoding[] = [
  { known: hexMistake, read: lowerHex },
  { known: hexMistake, detail: ' in upper case', read: upperHex },
  { known: base64url, read: ofUrl },
  { known: unpaddedMistake, read: unpadded },
  { known: base64OfHex, read: inside((text) => lowerHex(text) ?? upperHex(text)) },
  {
    known: encoding({
      id: 'base64-twice',
      title: 'Base64 twice',
      did: 'sent the Base64 of the Base64',
      wants: 'the Base64 of the bytes',
      repair: 'Encode the digest in Base64 once: the library may have done so already',
      hints: [{ find: '\\bbtoa\\(([\\w.$]+)\\)', replace: '$1' }],
    }),
    read: inside(strict),
  },
  {
    known: encoding({
      id: 'digest-as-text',
      title: 'Digest treated as text',
      did: 'turned the bytes of the digest into text before Base64',
      wants: 'the Base64 of the bytes',
      repair: 'Encode the bytes of the digest in Base64 as they are, not as a text',
    }),
    read: inside(latin1),
  },
  {
    known: encoding({
      id: 'hex-separated',
      title: 'Hex with something between the bytes',
      did: 'sent hex with something between the bytes',
    }),
    read: separated,
  },
  {
    known: encoding({
      id: 'byte-numbers',
      title: 'A list of numbers',
      did: 'sent the bytes as a list of numbers',
      hints: [
        {
          find: 'new Uint8Array\\(([\\w.$]+)\\)',
          replace: 'btoa(String.fromCharCode(...new Uint8Array($1)))',
        },
      ],
    }),
    read: numbers,
  },
  {
    known: encoding({
      id: 'raw-bytes',
      title: 'The bytes themselves',
      did: 'sent the bytes of the digest as characters',
    }),
    read: (written) => (/[^ -~]/.test(written) ? latin1(written) : null),
  },
];

/** Irreversible ways to write a digest. */
export const lossy: readonly (Made & { readonly write: (digest: Uint8Array) => string })[] = [
  {
    known: encoding({
      id: 'digest-decoded',
      title: 'Digest read as UTF-8',
      did: 'sent the bytes of the digest as UTF-8 text, which lost some of them',
      hints: [{ find: '\\.digest\\(\\)\\.toString\\(\\)', replace: ".digest('base64')" }],
    }),
    write: utf8Text,
  },
  ...(['lower', 'upper'] as const).map((which) => ({
    known: encoding({
      id: 'base64-case',
      title: 'Base64 in one case',
      did: 'sent the Base64 in {} case',
      wants: 'it in its own case',
      repair: 'Leave the letters of the Base64 as they are: upper and lower case differ',
      hints: [{ find: '\\.to(?:Lower|Upper)Case\\(\\)', replace: '' }],
    }),
    detail: which,
    write: (digest: Uint8Array) =>
      which === 'lower' ? base64(digest).toLowerCase() : base64(digest).toUpperCase(),
  })),
];

/** Whether a text can have been written in an irreversible way. */
export const maybeLossy = (written: string): boolean =>
  written.length <= 200 &&
  (written.includes('\uFFFD') || /^(?:[a-z0-9+/]{20,}|[A-Z0-9+/]{20,})={0,2}$/.test(written));

/** Every mistake of encoding, once. */
export const encodingMistakes: readonly Known[] = [
  ...new Set([...encodings, ...lossy].map(({ known }) => known)),
];

const lengths = new Set([16, 20, 32, 48, 64]);

/** Every digest that may have been written as this text. */
export function writingsOf(written: string): Writing[] {
  const right = strict(written);
  return [
    ...(right ? [{ bytes: right, made: [] }] : []),
    ...encodings.flatMap(({ known, detail, read }) => {
      const bytes = read(written);
      return bytes ? [{ bytes, made: [{ known, detail }] }] : [];
    }),
  ].filter(({ bytes }) => lengths.has(bytes.length));
}

/** What can be seen without computing, such as "hex, 64 characters". */
export function looksLike(written: string): string {
  const count = `${written.length} character${written.length === 1 ? '' : 's'}`;
  if (written === '') return 'nothing';
  if (bytesOfHex(written)) return `hex, ${count}`;
  if (strict(written)) return `Base64, ${count}`;
  if (ofUrl(written)) return `Base64url, ${count}`;
  if (unpadded(written)) return `Base64 without padding, ${count}`;
  return `other text, ${count}`;
}

export const isDigestInBase64 = (written: string): boolean => strict(written)?.length === 32;

/** Bytes as the JSON of their object. */
export const bytesInJson = encoding({
  id: 'bytes-in-json',
  title: 'The digest as an object',
  did: 'sent the digest as {}',
  wants: 'the text “sha256=” and its Base64',
  repair: 'Write the digest in Base64 before it goes into the JSON, with sha256= in front',
  hints: [{ find: '\\.digest\\(\\)', replace: ".digest('base64')" }],
});

/** The bytes of an object that was turned into JSON: a Buffer, a typed array or a WordArray. */
export function bytesOfObject(value: object): { bytes: Uint8Array; detail: string } | null {
  const { type, data, words, sigBytes }: Readonly<Record<string, unknown>> = { ...value };
  if (Array.isArray(value)) return listed(value, 'a list of numbers');
  if (type === 'Buffer' && Array.isArray(data)) return listed(data, 'a Buffer');
  if (Array.isArray(words) && words.length <= 16 && sigBytes === words.length * 4) {
    const bytes = new DataView(new ArrayBuffer(words.length * 4));
    words.forEach((word, at) => bytes.setUint32(at * 4, Number(word)));
    return { bytes: new Uint8Array(bytes.buffer), detail: 'a WordArray' };
  }
  const entries = Object.entries(value);
  return entries.length > 0 && entries.every(([name], index) => name === String(index))
    ? listed(
        entries.map(([, each]: [string, unknown]) => each),
        'a typed array',
      )
    : null;
}

const isInteger = (value: unknown): value is number => Number.isInteger(value);

const listed = (list: readonly unknown[], detail: string) =>
  lengths.has(list.length) && list.every(isInteger) ? { bytes: Uint8Array.from(list), detail } : null;
