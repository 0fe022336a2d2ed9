/** What may have been done to the text of the digest: its prefix, and what surrounds it. */
import { decodeBase64 } from '../../http/base64.ts';
import { prefix } from '../../webhooks/hmac.ts';
import { choice, literally } from './mistake.ts';
import type { Known, Made } from './mistake.ts';
import { decoded } from './texts.ts';

/** A text and what was done to it, or around it. */
export interface Undone {
  readonly text: string;
  readonly made: readonly Made[];
}

const prefixMistake = (given: Pick<Known, 'id' | 'title' | 'did'> & Partial<Known>): Known => ({
  stage: 'prefix',
  wants: `${prefix} in front`,
  repair: `Put ${prefix} in front of the Base64`,
  source: choice('crc'),
  ...given,
});

const missing = prefixMistake({
  id: 'prefix-missing',
  title: 'Prefix left out',
  did: `left out ${prefix}`,
  hints: [
    {
      find: `(\\bresponse_token['"]?\\s*:\\s*)(?!['"\`]sha256=)([^,{}\\s][^,{}]*?)(\\s*(?:[,}].*)?)$`,
      replace: `$1'${prefix}' + $2$3`,
    },
  ],
});

const doubled = prefixMistake({
  id: 'prefix-doubled',
  title: 'Prefix twice',
  did: `wrote ${prefix} twice`,
  wants: 'it once',
  repair: `Write ${prefix} once`,
  hints: [{ find: `(['"\`])sha256=\\1 *\\+ *`, replace: '' }],
});

const written = prefixMistake({
  id: 'prefix-other',
  title: 'Another prefix',
  did: 'wrote {}',
  wants: prefix,
  repair: `Write the prefix as ${prefix}, in lower case and followed by =`,
});

/** The text after the prefix, with what is wrong with the prefix. A text may be read in two ways. */
export function withoutPrefix(text: string): Undone[] {
  const bare = text.replace(/^(?:sha256=){2,}/, '');
  if (bare !== text) return [{ text: bare, made: [{ known: doubled }] }];
  if (text.startsWith(prefix)) {
    const rest = text.slice(prefix.length);
    const spaced = rest.replace(/^=/, '');
    return [{ text: rest, made: [] }, ...(spaced === rest ? [] : [otherPrefix(text, spaced)])];
  }
  const [, name, between] =
    /^((?:hmac[-_ ]?)?(?:sha[-_ ]?\d{1,3}|md5|hmac|v\d|signature|base64))([\s=:,-]{1,4})/i.exec(text) ?? [];
  if (name === undefined || !between) return [{ text, made: [{ known: missing }] }];
  // The text after the prefix may begin with such a character: Base64url with a hyphen, bytes as text with white space.
  const ends = Array.from(between, (_, index) => name.length + between.length - index);
  return [{ text, made: [{ known: missing }] }, ...ends.map((end) => otherPrefix(text, text.slice(end)))];
}

function otherPrefix(text: string, rest: string): Undone {
  const found = text.slice(0, text.length - rest.length);
  return {
    text: rest,
    made: [
      {
        known: written,
        detail: `“${found}”`,
        hints: [{ find: `(['"\`])${literally(found)}`, replace: `$1${prefix}` }],
      },
    ],
  };
}

const value = (given: Pick<Known, 'id' | 'title' | 'did'> & Partial<Known>): Known => ({
  stage: 'value',
  wants: 'nothing before or after it',
  repair: `Send ${prefix} and the Base64 and nothing else`,
  source: choice('crc'),
  ...given,
});

interface Rewriting {
  readonly known: Known;
  /** The text before the change; null if the change cannot have been made. */
  readonly undo: (text: string) => { text: string; detail?: string } | null;
}

const whenMatched = (text: string, pattern: RegExp, detail?: string) => {
  const inner = pattern.exec(text)?.[1];
  return inner === undefined ? null : { text: inner, ...(detail === undefined ? {} : { detail }) };
};

const whiteSpace = value({
  id: 'value-white-space',
  title: 'White space around the value',
  did: 'sent the value with {}',
  repair: 'Trim the value before it goes into the JSON: some encoders end their Base64 with a line break',
  hints: [{ find: ` *\\+ *(['"\`])(?:\\\\r)?\\\\n\\1`, replace: '' }],
});

/** Bytes that were sent as characters may themselves end in white space. */
const trims: readonly ((text: string) => string)[] = [
  (text) => text.trim(),
  (text) => text.replace(/^\s/, ''),
  (text) => text.replace(/(?:\r?\n| )$/, ''),
];

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'" };

export const withoutEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,5})|#(\d{1,6})|(amp|quot|lt|gt|apos));/gi, (_, digits, number, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? '';
    const point = digits === undefined ? Number(number) : Number.parseInt(String(digits), 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  });

const around = (text: string, bare: string): string => {
  const [before, after] = [text.startsWith(bare), text.endsWith(bare)];
  const kind = /[\r\n]/.test(text) ? 'a line break' : 'white space';
  return before ? `${kind} at its end` : after ? `${kind} at its start` : `${kind} at either end`;
};

export const rewritings: readonly Rewriting[] = [
  ...trims.map((trim): Rewriting => ({
    known: whiteSpace,
    undo: (text) => {
      const bare = trim(text);
      return bare === text ? null : { text: bare, detail: around(text, bare) };
    },
  })),
  {
    known: value({
      id: 'value-quoted',
      title: 'Quotes in the value',
      did: 'sent the value with quotes of its own',
      repair: 'Remove the quotes: the value was turned into JSON before it went into the JSON',
      hints: [{ find: 'JSON\\.stringify\\(\\s*([\\w.$]+)\\s*\\)', replace: '$1' }],
    }),
    undo: (text) => whenMatched(text, /^["'`](.*)["'`]$/s),
  },
  {
    known: value({
      id: 'python-bytes',
      title: 'Bytes written as Python shows them',
      did: "sent b'…', which is how Python shows bytes",
      wants: 'the text in them',
      repair: 'Call .decode() on the Base64 before it is joined with text',
    }),
    undo: (text) => whenMatched(text, /^b["'](.*)["']$/s),
  },
  {
    known: value({
      id: 'value-percent-encoded',
      title: 'Value percent-encoded',
      did: 'percent-encoded the value',
      wants: 'it as it is',
      repair: 'Send the value as it is: in JSON nothing is percent-encoded',
      hints: [{ find: 'encodeURIComponent\\(\\s*([^()]+)\\s*\\)', replace: '$1' }],
    }),
    undo: (text) => {
      const plain = decoded(text);
      return plain === text ? null : { text: plain };
    },
  },
  {
    known: value({
      id: 'plus-as-space',
      title: '+ became a space',
      did: 'sent spaces where the Base64 has +',
      wants: 'the +',
      repair: 'Send the value as JSON: somewhere it was read as a form, in which + is a space',
    }),
    undo: (text) => (/\S \S/.test(text) ? { text: text.replaceAll(' ', '+') } : null),
  },
  {
    known: value({
      id: 'value-html-escaped',
      title: 'Value escaped for HTML',
      did: 'escaped the value for HTML',
      wants: 'it as it is',
      repair: 'Send the value as it is: a template has escaped its = or + for HTML',
    }),
    undo: (text) => {
      const plain = withoutEntities(text);
      return plain === text ? null : { text: plain };
    },
  },
  {
    known: value({
      id: 'value-broken',
      title: 'Line breaks inside the value',
      did: 'sent the value with line breaks inside',
      wants: 'it in one line',
      repair: 'Write the Base64 in one line: some encoders break it after 64 or 76 characters',
    }),
    undo: (text) => (/\S\r?\n\S/.test(text) ? { text: text.replace(/\r?\n/g, '') } : null),
  },
  {
    known: value({
      id: 'base64-with-prefix',
      title: 'Prefix inside the Base64',
      did: 'put the prefix into the Base64',
      wants: 'it before the Base64',
      repair: `Encode only the digest in Base64, and put ${prefix} in front of it`,
    }),
    undo: (text) => {
      const bytes = decodeBase64(text);
      const inner = bytes && String.fromCharCode(...bytes.slice(0, 200));
      return inner?.startsWith(prefix) ? { text: inner } : null;
    },
  },
];

/** The texts that at most two changes may have turned into this one. */
export function rewritten(text: string): Undone[] {
  let latest: Undone[] = [{ text, made: [] }];
  const all = [...latest];
  for (let depth = 0; depth < 2; depth++) {
    latest = latest.flatMap((each) =>
      rewritings.flatMap(({ known, undo }) => {
        const before = undo(each.text);
        return before === null || all.some((other) => other.text === before.text)
          ? []
          : [{ text: before.text, made: [...each.made, { known, detail: before.detail }] }];
      }),
    );
    all.push(...latest);
  }
  return all;
}

/** A text in the place of a digest, because something else was turned into text. */
const notDigest = value({
  id: 'value-not-a-digest',
  title: 'The text of something else',
  did: 'sent {}',
  wants: 'the digest',
  isNoDigest: true,
  repair: 'Wait for the digest and write it in Base64 before it is joined with text',
  hints: [
    { find: '= *(crypto\\.subtle\\.sign\\()', replace: '= await $1' },
    { find: `(['"\`]sha256=\\1 *\\+ *)(?!await)(\\w*(?:hmac|sign)\\w*\\()`, replace: '$1await $2' },
  ],
});

const texts: Readonly<Record<string, string>> = {
  '[object Promise]': 'the text of a Promise, “[object Promise]”',
  '[object ArrayBuffer]': 'the text of an ArrayBuffer, “[object ArrayBuffer]”',
  '[object Object]': 'the text of an object, “[object Object]”',
  undefined: '“undefined”',
  null: '“null”',
  None: '“None”',
  NaN: '“NaN”',
  '': 'an empty value',
};

export const somethingElse = (text: string): Made | null =>
  Object.hasOwn(texts, text) ? { known: notDigest, detail: texts[text] } : null;

export const prefixMistakes: readonly Known[] = [missing, written, doubled];
