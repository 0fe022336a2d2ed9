import { encodeForm } from '../../worker/api.ts';
import { Unreadable } from '../curl/types.ts';
import { absolute, typed } from './javascript.ts';
import { controls, FormText, heaviest, isArray, isMap, pairsOf, plain, textOf, weightOf } from './literal.ts';
import type { Literal, Placed } from './literal.ts';
import { attempt } from './program.ts';
import type { SnippetRequest } from './program.ts';
import { Scanner } from './scanner.ts';
import { mostCalls } from './types.ts';
import type { SnippetCall } from './types.ts';
import { placesOf, Variables } from './variables.ts';

const command = /(Invoke-RestMethod|Invoke-WebRequest|irm|iwr)(?=[\s`])/iy;
/** In a line: a backtick at the end continues it on the next. */
const gap = /(?:[^\S\n]|`\r?\n|<#(?:[^#]|#(?!>))*#>)*/y;
/** Inside brackets a line may end anywhere. */
const lines = /(?:\s|;|#[^\n]*)*/y;
const token =
  /'[^']*'?|@'[^\S\n]*\r?\n[^]*?(?:\r?\n'@|$)|@"[^\S\n]*\r?\n[^]*?(?:\r?\n"@|$)|"(?:[^"`]|`[^]|"")*"?|<#(?:[^#]|#(?!>))*(?:#>)?|#[^\n]*|\$?[\w-]+|[^]/y;
const assignment = /\$(\w+)\s*=(?!=)\s*/y;
const escapes: Readonly<Record<string, string>> = { ...controls, e: '\x1b' };

/** Every Invoke-RestMethod and Invoke-WebRequest of a script, and their aliases. */
export function powerShellCalls(text: string): SnippetCall[] {
  const lower = new Map<string, number>();
  for (const [name, at] of placesOf(text, token, assignment))
    if (!lower.has(name.toLowerCase())) lower.set(name.toLowerCase(), at);
  const variables: Variables = new Variables(lower, (at) => new Values(text, at, variables).read().value);
  return placesOfCommands(text).map((at) =>
    attempt(text, () => invoked(new Values(text, at, variables), at)),
  );
}

function placesOfCommands(text: string): number[] {
  const found: number[] = [];
  for (let at = 0; at < text.length && found.length < mostCalls;) {
    command.lastIndex = at;
    const match = /[\w$.-]/.test(text[at - 1] ?? '') ? null : command.exec(text);
    if (match) found.push(at + match[0].length);
    token.lastIndex = at;
    at += token.exec(text)?.[0].length || 1;
  }
  return found;
}

/** Values as PowerShell writes them: texts, hash tables, variables, and combinations of these. */
class Values {
  readonly scanner: Scanner;
  readonly #variables: Variables;

  constructor(text: string, at: number, variables: Variables) {
    this.scanner = new Scanner(text, at, gap);
    this.#variables = variables;
  }

  read(): Placed {
    const { scanner } = this;
    scanner.skip();
    const start = scanner.at;
    let value = this.#operand();
    while (scanner.take(/\+(?=[\s'"$(`])/y)) {
      const right = { value: this.#operand(), start, end: scanner.at };
      const left = { value, start, end: scanner.at };
      value = textOf(left, 'The part before the +') + textOf(right, 'The part after the +');
      this.#weigh(value, start);
    }
    this.#weigh(value, start);
    return { value, start, end: scanner.at };
  }

  #weigh(value: Literal, start: number): void {
    if (weightOf(value) > heaviest) throw this.scanner.unreadable('This comes to more than 128 KB.', start);
  }

  /** The name of a parameter; null if none follows. */
  parameter(): string | null {
    return this.scanner.take(/-([A-Za-z]+):?/y)?.[1]?.toLowerCase() ?? null;
  }

  splatted(): Placed | null {
    const start = this.scanner.at;
    const name = this.scanner.take(/@(\w+)/y)?.[1];
    return name === undefined ? null : { value: this.#variable(name, start), start, end: this.scanner.at };
  }

  /** Whether the command ends here. */
  get isAtEnd(): boolean {
    const { scanner } = this;
    scanner.skip();
    return scanner.at >= scanner.text.length || scanner.peek(/[\n;|)}]|&&|#|\d?>/y);
  }

  #operand(): Literal {
    const { scanner } = this;
    if (scanner.take(/(?:\[ordered\]\s*|\[hashtable\]\s*)?@\{/iy)) return scanner.inside(() => this.#table());
    if (scanner.take(/\(/y)) return scanner.inside(() => this.#inParentheses());
    const text = this.#text();
    if (text !== null) return text;
    const start = scanner.at;
    const variable = scanner.take(/\$(?:\{([^}\n]+)\}|(\w+))(?![.[(])/y);
    if (variable) return this.#constant(variable[1] ?? variable[2] ?? '', start);
    if (scanner.peek(/[$@[&]/y)) throw scanner.unreadable('This is worked out by PowerShell.');
    const [word] = scanner.take(/(?:`[^\n]|[^\s;|(){}'"`,])+/y) ?? [];
    if (word === undefined) throw scanner.unreadable('A value is missing here.');
    return word.replace(/`([^])/g, '$1');
  }

  #constant(name: string, start: number): Literal {
    const known = { true: true, false: false, null: null }[name.toLowerCase()];
    return known === undefined ? this.#variable(name, start) : known;
  }

  #variable(name: string, start: number): Literal {
    const value = this.#variables.valueOf(name.toLowerCase());
    if (value === undefined)
      throw this.scanner.unreadable(`$${name.slice(0, 40)} has no literal value in this text.`, start);
    return value;
  }

  #text(): string | null {
    const { scanner } = this;
    scanner.skip();
    const start = scanner.at;
    const single = scanner.take(/@'[^\S\n]*\r?\n([^]*?)\r?\n'@|'((?:[^']|'')*)'/y);
    if (single) return single[1] ?? (single[2] ?? '').replaceAll("''", "'");
    const double = scanner.take(/@"[^\S\n]*\r?\n([^]*?)\r?\n"@|"((?:[^"`]|`[^]|"")*)"/y);
    return double ? this.#expanded(double[1] ?? (double[2] ?? '').replaceAll('""', '"'), start) : null;
  }

  #expanded(inside: string, start: number): string {
    const holes = /`([^])|\$(?:\{([^}\n]+)\}|(\w+))|\$\(/g;
    const text = inside.replace(holes, (whole, letter?: string, braced?: string, bare?: string) => {
      if (letter !== undefined) return escapes[letter] ?? letter;
      const name = braced ?? bare;
      if (name === undefined) throw this.scanner.unreadable(`${whole} … is worked out by PowerShell.`, start);
      const value = textOf({ value: this.#constant(name, start), start, end: this.scanner.at }, `$${name}`);
      this.#weigh(value, start);
      return value;
    });
    return text;
  }

  #table(): Literal {
    const { scanner } = this;
    const map = new Map<string, Literal>();
    for (scanner.take(lines); !scanner.take(/\}/y); scanner.take(lines)) {
      const name = this.#text() ?? scanner.take(/[\w-]+/y)?.[0];
      if (name === undefined) throw scanner.unreadable('The name of an entry is missing here.');
      scanner.take(lines);
      scanner.expect(/=/y, 'An =');
      scanner.take(lines);
      map.set(name, this.read().value);
      if (!scanner.peek(/[\n;}#]/y)) throw scanner.unreadable('An entry is worked out by PowerShell.');
    }
    return map;
  }

  /** A value, perhaps converted to JSON. */
  #inParentheses(): Literal {
    const { scanner } = this;
    scanner.take(lines);
    const before = scanner.take(/ConvertTo-Json\b(?:\s+-InputObject)?/iy);
    const { value } = this.read();
    const behind = scanner.take(/\|\s*ConvertTo-Json\b/iy);
    if (before ?? behind) scanner.take(/(?:-(?:Compress|Depth\s+\d+)\s*)*/iy);
    scanner.take(lines);
    scanner.expect(/\)/y, 'A )');
    return (before ?? behind) ? JSON.stringify(plain(value)) : value;
  }
}

const switches = new Set([
  'usebasicparsing',
  'skipcertificatecheck',
  'skiphttperrorcheck',
  'verbose',
  'skipheadervalidation',
]);

/** https://learn.microsoft.com/powershell/module/microsoft.powershell.utility/invoke-restmethod */
function invoked(values: Values, begins: number): SnippetRequest {
  const given = new Map<string, Placed>();
  while (!values.isAtEnd) {
    const table = values.splatted();
    if (table) {
      if (!isMap(table.value))
        throw new Unreadable('What is splatted is no hash table.', table.start, table.end);
      for (const [name, value] of table.value) given.set(name.toLowerCase(), { ...table, value });
      continue;
    }
    const name = values.parameter();
    if (name !== null && switches.has(name)) continue;
    const value = ['websession', 'credential', 'proxy'].includes(name ?? '')
      ? skipped(values)
      : values.read();
    if (value && value.value !== null) given.set(name ?? 'uri', value);
  }
  return requestOf(given, { start: begins, end: values.scanner.at });
}

/** An object that PowerShell creates: it changes nothing that is signed. */
function skipped({ scanner }: Values): null {
  scanner.take(/\$[\w.]+|\S+/y);
  return null;
}

function requestOf(
  given: ReadonlyMap<string, Placed>,
  place: { start: number; end: number },
): SnippetRequest {
  const [uri, headersGiven, body] = [given.get('uri'), given.get('headers'), given.get('body')];
  if (!uri) throw new Unreadable('The command has no -Uri.', place.start, place.end);
  if (given.has('infile') || given.has('form'))
    throw new Unreadable(
      'It sends a file or a multipart form, which is not read here.',
      place.start,
      place.end,
    );
  const method = textOf(
    given.get('method') ?? given.get('custommethod') ?? { value: 'GET', ...place },
    '-Method',
  );
  const headers = headersGiven ? pairsOf(headersGiven, '-Headers') : [];
  const [agent, type] = [given.get('useragent'), given.get('contenttype')];
  if (agent) headers.push(['User-Agent', textOf(agent, '-UserAgent')]);
  if (type) headers.push(['Content-Type', textOf(type, '-ContentType')]);
  const address = textOf(uri, '-Uri');
  const url = absolute(/^[a-z]+:\/\//i.test(address) ? address : `http://${address}`, uri);
  const isGet = /^get$/i.test(method);
  const text = body && bodyText(body);
  // A hash table becomes the query of a GET.
  const toQuery = isGet && body !== undefined && isMap(body.value);
  return {
    method: method.toUpperCase(),
    url: toQuery && text ? `${url}${url.includes('?') ? '&' : '?'}${text}` : url,
    headers: typed(headers, text !== undefined && !isGet ? 'application/x-www-form-urlencoded' : null),
    body: text === undefined || toQuery ? null : text,
  };
}

const bodyText = (body: Placed): string =>
  isMap(body.value)
    ? encodeForm(pairsOf(body, '-Body'))
    : isArray(body.value) || body.value instanceof FormText
      ? JSON.stringify(plain(body.value))
      : textOf(body, '-Body');
