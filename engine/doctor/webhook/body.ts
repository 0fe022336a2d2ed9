/** Where the value may be in an answer's body. The body is parsed, not searched. */
import type { Answer } from './answer.ts';
import { compressionOf } from './compression.ts';
import { choice, field, literally } from './mistake.ts';
import type { Known, Made } from './mistake.ts';
import { looseReadings } from './lenient-json.ts';
import { bytesInJson, bytesOfObject } from './encodings.ts';

/** A place in the body that may hold the value, and what is wrong with it. */
export interface Reading {
  readonly value: string;
  /** The bytes of the digest, if the field holds an object instead of text. */
  readonly bytes?: Uint8Array;
  readonly made: readonly Made[];
}

export interface Body {
  /** The body as text; null if it is not UTF-8. */
  readonly text: string | null;
  /** Whether the body is JSON, and of which kind. */
  readonly json: 'object' | 'other' | 'none';
  /** How the body is compressed, such as "gzip"; null if it is not. */
  readonly compression: string | null;
  /** The names in the JSON object. */
  readonly fields: readonly string[];
  /** The value of `response_token`; undefined if it is missing. */
  readonly value: unknown;
  /** The right place first. */
  readonly readings: readonly Reading[];
}

/** Limits the number of places, their depth and their length, because a body may be anything. */
const firstOf = (list: readonly unknown[]): readonly unknown[] => list.slice(0, 8);

const bounds = { places: 128, depth: 6, length: 4_096 };

const wrapping = (given: Pick<Known, 'id' | 'title' | 'did'> & Partial<Known>): Known => ({
  stage: 'wrapping',
  wants: `\`${field}\` at the top of a JSON object`,
  repair: `Answer with a JSON object that has \`${field}\` at its top`,
  source: choice('crc'),
  ...given,
});

const mark = wrapping({
  id: 'byte-order-mark',
  title: 'Byte order mark',
  did: 'began the body with a byte order mark',
  wants: 'JSON without it',
  repair: 'Save or send the body in UTF-8 without a byte order mark (RFC 8259 8.1)',
});

const wide = wrapping({
  id: 'body-utf-16',
  title: 'Body in UTF-16',
  did: 'sent the body in UTF-16',
  wants: 'UTF-8',
  repair: 'Send the body in UTF-8 (RFC 8259 8.1)',
});

const wrapped = wrapping({
  id: 'wrapped',
  title: 'JSON wrapped in something',
  did: `put \`${field}\` inside \`{}\``,
  repair: `Put \`${field}\` at the top of the object, without \`{}\` around it`,
});

const inArray = wrapping({
  id: 'in-array',
  title: 'JSON in a list',
  did: 'put the object into a list',
  wants: 'the object itself',
  repair: 'Answer with the object itself, not with a list of one',
  hints: [{ find: '\\[\\s*(\\{.*\\})\\s*\\]', replace: '$1' }],
});

const stringified = wrapping({
  id: 'stringified',
  title: 'JSON turned into text twice',
  did: 'turned the JSON into a JSON string once more',
  wants: 'the object itself',
  repair: 'Turn the object into JSON once: the function that sends it does so too',
  hints: [
    { find: '(\\bjson\\(\\s*)JSON\\.stringify\\((.*)\\)(\\s*\\))', replace: '$1$2$3' },
    { find: 'JSON\\.stringify\\(\\s*JSON\\.stringify\\((.*)\\)\\s*\\)', replace: 'JSON.stringify($1)' },
  ],
});

const bareString = wrapping({
  id: 'bare-string',
  title: 'The value alone, as a JSON string',
  did: 'sent the value alone',
  wants: `an object with it in \`${field}\``,
  repair: `Answer with a JSON object: {"${field}": "sha256=…"}`,
  hints: [
    {
      find: '(\\bjson\\(\\s*)([^(){}]+|[^(){}]*\\([^(){}]*\\)[^(){}]*)(\\s*\\))',
      replace: `$1{ ${field}: $2 }$3`,
    },
  ],
});

const objectInField = wrapping({
  id: 'object-in-field',
  title: 'An object in the field',
  did: `put {} into \`${field}\``,
  wants: 'a string there',
  repair: `Give \`${field}\` the value itself, a string`,
});

const otherField: Known = {
  id: 'other-field',
  stage: 'field',
  title: 'The field has another name',
  did: 'named the field `{}`',
  wants: `\`${field}\``,
  repair: `Name the field \`${field}\`, with an underscore and in lower case`,
  source: choice('crc'),
};

const shortened = (name: string): string => (name.length > 40 ? `${name.slice(0, 39)}…` : name);

const named = (name: string): Made => ({
  known: otherField,
  detail: shortened(name),
  hints: [{ find: `(['"]?)(?<![\\w.])${literally(name)}\\1(\\s*:)`, replace: `${field}$2` }],
});

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function bodyOf(answer: Pick<Answer, 'body' | 'contentEncoding'>): Body {
  const compression = compressionOf(answer);
  const decoded = compression === null ? decode(answer.body) : null;
  if (decoded === null)
    return { text: null, json: 'none', compression, fields: [], value: undefined, readings: [] };
  const { shown, text, made } = decoded;
  const parsed = made.length === 0 ? parse(text) : undefined;
  const object = isObject(parsed) ? parsed : null;
  const places = new Places();
  places.ofText(text, made, 0);
  return {
    text: shown,
    json: object ? 'object' : parsed === undefined ? 'none' : 'other',
    compression: null,
    fields: object ? Object.keys(object) : [],
    value: object && Object.hasOwn(object, field) ? object[field] : undefined,
    readings: places.found.toSorted((one, other) => one.made.length - other.made.length),
  };
}

interface Decoded {
  /** The text as received. */
  readonly shown: string;
  /** The text without a byte order mark. */
  readonly text: string;
  readonly made: readonly Made[];
}

function decode(bytes: Uint8Array): Decoded | null {
  const [first, second] = bytes;
  const little = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0);
  if (little || (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) {
    const text = new TextDecoder(little ? 'utf-16le' : 'utf-16be').decode(bytes);
    return { shown: text, text, made: [{ known: wide }] };
  }
  try {
    const text = decoder.decode(bytes);
    return text.startsWith('\uFEFF')
      ? { shown: text, text: text.slice(1), made: [{ known: mark }] }
      : { shown: text, text, made: [] };
  } catch {
    return null;
  }
}

class Places {
  readonly found: Reading[] = [];

  ofText(text: string, made: readonly Made[], depth: number): void {
    const parsed = parse(text);
    if (parsed !== undefined) this.#ofRoot(parsed, made, depth);
    else
      for (const { inner, made: loosely } of looseReadings(text))
        if (typeof inner === 'string') this.#add(inner, [...made, loosely]);
        else this.#ofRoot(inner, [...made, loosely], depth + 1);
  }

  #ofRoot(root: unknown, made: readonly Made[], depth: number): void {
    if (depth > bounds.depth || this.#isFull) return;
    if (typeof root === 'string') {
      const inner = /^\s*[{["]/.test(root) ? parse(root) : undefined;
      if (inner !== undefined) this.#ofRoot(inner, [...made, { known: stringified }], depth + 1);
      else this.#add(root, [...made, { known: bareString }]);
    } else if (Array.isArray(root))
      for (const each of firstOf(root)) this.#ofRoot(each, [...made, { known: inArray }], depth + 1);
    else if (isObject(root)) this.#ofObject(root, made, depth);
  }

  #ofObject(object: Readonly<Record<string, unknown>>, made: readonly Made[], depth: number): void {
    for (const name of Object.keys(object).slice(0, bounds.places)) {
      if (this.#isFull) return;
      const value = object[name];
      const here = name === field ? made : [...made, named(name)];
      if (typeof value === 'string') this.#ofString(name, value, made, here, depth);
      else if (typeof value === 'object' && value !== null) this.#ofValue(name, value, made, here, depth);
    }
  }

  #ofString(name: string, value: string, made: readonly Made[], here: readonly Made[], depth: number): void {
    this.#add(value, here);
    const inner = /^\s*[{[]/.test(value) ? parse(value) : undefined;
    const around: Made = { known: wrapped, detail: shortened(name) };
    if (inner !== undefined) this.#ofRoot(inner, [...made, around, { known: stringified }], depth + 1);
  }

  #ofValue(name: string, value: object, made: readonly Made[], here: readonly Made[], depth: number): void {
    const held = bytesOfObject(value);
    if (held)
      this.found.push({
        value: JSON.stringify(value).slice(0, bounds.length),
        bytes: held.bytes,
        made: [...here, { known: bytesInJson, detail: held.detail }],
      });
    else if (name !== field)
      this.#ofRoot(value, [...made, { known: wrapped, detail: shortened(name) }], depth + 1);
    else
      for (const inner of firstOf(Object.values(value)))
        if (typeof inner === 'string')
          this.#add(inner, [
            ...made,
            { known: objectInField, detail: Array.isArray(value) ? 'a list' : 'an object' },
          ]);
  }

  #add(value: string, made: readonly Made[]): void {
    if (value.length <= bounds.length) this.found.push({ value, made });
  }

  get #isFull(): boolean {
    return this.found.length >= bounds.places;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
