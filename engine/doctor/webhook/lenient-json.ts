/** Finds the value in a body that is not JSON. */
import { decodeForm } from '../../http/encoding.ts';
import { field, section } from './mistake.ts';
import type { Known, Made } from './mistake.ts';
import { withoutEntities } from './prefixes.ts';

export interface LooseReading {
  /** The value as text, or the JSON that was meant. */
  readonly inner: unknown;
  readonly made: Made;
}

const most = 16;

const unlike = (given: Pick<Known, 'id' | 'title' | 'did'> & Partial<Known>): Known => ({
  stage: 'wrapping',
  wants: 'JSON',
  repair: `Answer with JSON: {"${field}": "sha256=…"}`,
  source: section('4.3'),
  ...given,
});

const plainText = unlike({
  id: 'plain-text',
  title: 'Plain text in place of JSON',
  did: 'sent the value as plain text',
  hints: [
    {
      find: 'new Response\\(\\s*([^(){},]+|[^(){},]*\\([^(){}]*\\)[^(){},]*)\\s*(?:,\\s*\\{.*\\}\\s*)?\\)',
      replace: `Response.json({ ${field}: $1 })`,
    },
    {
      find: '\\.(?:send|end)\\(\\s*([^(){},]+|[^(){},]*\\([^(){}]*\\)[^(){},]*)\\s*\\)',
      replace: `.json({ ${field}: $1 })`,
    },
  ],
});

const form = unlike({
  id: 'form',
  title: 'A form in place of JSON',
  did: 'sent the answer as a form',
  hints: [
    {
      find: 'new URLSearchParams\\(\\s*(\\{.*\\})\\s*\\)(?:\\.toString\\(\\))?',
      replace: 'JSON.stringify($1)',
    },
  ],
});

const notQuite = unlike({
  id: 'not-quite-json',
  title: 'Almost JSON',
  did: 'sent what looks like JSON, with {}',
  wants: 'JSON, with double quotes around name and value',
  repair:
    'Let a JSON library write the answer: names and values need double quotes, and no comma comes at the end',
});

const escaped = unlike({
  id: 'json-html-escaped',
  title: 'JSON escaped for HTML',
  did: 'escaped the JSON for HTML',
  wants: 'it as it is',
  repair: 'Send the JSON as it is: a template has escaped its quotes for HTML',
});

const around = unlike({
  id: 'text-around-json',
  title: 'Text around the JSON',
  did: 'sent {} the JSON',
  wants: 'JSON and nothing else',
  repair: 'Send only the JSON: there is a notice, a wrapper or debugging output around it',
});

const page = unlike({
  id: 'html',
  title: 'A page in place of JSON',
  did: 'sent the value in a page of HTML',
});

const xml = unlike({
  id: 'xml',
  title: 'XML in place of JSON',
  did: 'sent the answer as XML',
});

export const isMarkup = (text: string): boolean => /<(?:!doctype|[a-z?])[^<]*>/i.test(text);

/** Values that a body of another kind may hold. */
export function looseReadings(text: string): LooseReading[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  const unescaped = parsed(withoutEntities(trimmed));
  if (unescaped !== undefined) return [{ inner: unescaped, made: { known: escaped } }];
  if (isMarkup(trimmed)) return ofMarkup(trimmed);
  if (trimmed.startsWith('{') && trimmed.endsWith('}')) return almost(trimmed);
  return [
    ...surrounded(trimmed),
    ...ofForm(trimmed),
    ...(trimmed.length <= 1_024 ? [{ inner: trimmed, made: { known: plainText } }] : []),
    ...Array.from(/^["']?[\w -]{1,40}["']?\s*[:=]\s*(\S+)$/.exec(trimmed)?.slice(1) ?? [], (inner) => ({
      inner,
      made: { known: plainText },
    })),
  ];
}

const pair = /(?:(["'`])([^"'`]{1,40})\1|([\w-]{1,40}))\s*(?::|=>?)\s*(["'`])(.*?)\4\s*(?=[,}]|$)/gs;

/** Objects as JavaScript, Python, Ruby or PHP print them. */
function almost(text: string): LooseReading[] {
  const pairs = [...text.slice(0, 2_048).matchAll(pair)].slice(0, most);
  const detail = /'/.test(text)
    ? 'single quotes'
    : /,\s*\}$/.test(text)
      ? 'a comma at the end'
      : /=/.test(text.replace(/(["'`]).*?\1/gs, ''))
        ? '= between name and value'
        : 'a name without quotes';
  const object: Readonly<Record<string, string>> = Object.fromEntries(
    pairs.map(([, , quoted, bare = '', , value = '']) => [quoted ?? bare, value]),
  );
  return pairs.length === 0 ? surrounded(text) : [{ inner: object, made: { known: notQuite, detail } }];
}

function surrounded(text: string): LooseReading[] {
  const [start, end] = [text.indexOf('{'), text.lastIndexOf('}') + 1];
  if (start < 0 || end <= start) return [];
  const inner = parsed(text.slice(start, end)) ?? firstObject(text, start);
  if (inner === undefined) return [];
  const [before, after] = [start > 0, end < text.length];
  const detail = before && after ? 'something around' : before ? 'something before' : 'something behind';
  return [{ inner, made: { known: around, detail } }];
}

/** Reads the first object, for an answer that was sent twice. */
function firstObject(text: string, start: number): unknown {
  const end = text.indexOf('}', start) + 1;
  return end === 0 ? undefined : parsed(text.slice(start, end));
}

function ofForm(text: string): LooseReading[] {
  if (!/^[^\s=&]+=\S*$/.test(text)) return [];
  const object = Object.fromEntries(decodeForm(text).slice(0, most));
  return [{ inner: object, made: { known: form } }];
}

function ofMarkup(text: string): LooseReading[] {
  const element = new RegExp(`<${field}>([^<]*)</${field}>`).exec(text)?.[1];
  if (element !== undefined) return [{ inner: withoutEntities(element).trim(), made: { known: xml } }];
  const shown = withoutEntities(text.replace(/<[^<>]*>/g, ' ')).trim();
  const words = (shown.match(/\S+/g) ?? []).filter((each) => each.length > 20 && each.length < 300);
  return [
    ...surrounded(shown).map(({ inner }) => ({ inner, made: { known: page } })),
    ...words.slice(0, most).map((inner) => ({ inner, made: { known: page } })),
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
