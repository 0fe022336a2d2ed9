import { encodeForm, encodeRfc3986 } from '../../worker/api.ts';
import { controls, FormText, heaviest, isArray, isMap, pairsOf, plain, textOf, weightOf } from './literal.ts';
import type { Literal, Placed } from './literal.ts';
import type { Scanner } from './scanner.ts';
import type { Variables } from './variables.ts';

export type ProgramLanguage = 'JavaScript' | 'Python';

const identifier = /[A-Za-z_$][\w$]*/y;
const number = /-?(?:\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)/y;
const named: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  undefined: null,
  True: true,
  False: false,
  None: null,
};

const escaped =
  /\\(?:x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(\r?\n)|([^]))/g;

function unescaped(inside: string, language: ProgramLanguage): string {
  return inside.replace(escaped, (whole: string, ...found: (string | undefined)[]) => {
    const [hex, braced, four, eight, lineEnd, letter] = found;
    const code = hex ?? braced ?? four ?? eight;
    if (code !== undefined) {
      const point = Number.parseInt(code, 16);
      return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
    }
    if (lineEnd !== undefined || letter === undefined) return '';
    const known = letter === 'a' && language === 'JavaScript' ? undefined : controls[letter];
    // Python keeps the backslash of an unknown escape.
    return known ?? (language === 'Python' && !/['"\\]/.test(letter) ? whole : letter);
  });
}

/** Reads constant expressions: texts, lists, maps, and calls of a few well-known functions. */
export class Expressions {
  readonly #scanner: Scanner;
  readonly #language: ProgramLanguage;
  readonly #variables: Variables;

  constructor(scanner: Scanner, language: ProgramLanguage, variables: Variables) {
    this.#scanner = scanner;
    this.#language = language;
    this.#variables = variables;
  }

  /** With its place; texts joined with + become one. */
  read(): Placed {
    const scanner = this.#scanner;
    scanner.skip();
    const start = scanner.at;
    let value = this.#operand();
    while (scanner.take(/\+(?!\+)/y)) {
      const left = { value, start, end: scanner.at };
      const right = this.#placed(() => this.#operand());
      value = textOf(left, 'The part before the +') + textOf(right, 'The part after the +');
      this.#weigh(value, start);
    }
    this.#weigh(value, start);
    return { value, start, end: scanner.at };
  }

  #weigh(value: Literal, start: number): void {
    if (weightOf(value) > heaviest) throw this.#scanner.unreadable('This comes to more than 128 KB.', start);
  }

  #placed(read: () => Literal): Placed {
    this.#scanner.skip();
    const start = this.#scanner.at;
    const value = read();
    return { value, start, end: this.#scanner.at };
  }

  #operand(): Literal {
    const scanner = this.#scanner;
    if (scanner.take(/\(/y)) return this.#inParentheses();
    if (scanner.take(/\[/y)) return scanner.inside(() => this.#listUntil(/\]/y));
    if (scanner.take(/\{/y)) return scanner.inside(() => this.#map());
    const text = this.#text();
    if (text !== null) return this.#moreText(text);
    const digits = scanner.take(number);
    if (digits) return Number(digits[0].replaceAll('_', ''));
    return this.#name();
  }

  /** Parentheses, or a tuple of Python. */
  #inParentheses(): Literal {
    const scanner = this.#scanner;
    return scanner.inside(() => {
      const first = this.read().value;
      if (this.#language === 'Python' && scanner.take(/,/y)) return [first, ...this.#listUntil(/\)/y)];
      scanner.expect(/\)/y, 'A )');
      return first;
    });
  }

  #listUntil(end: RegExp): Literal[] {
    const scanner = this.#scanner;
    const items: Literal[] = [];
    while (!scanner.take(end)) {
      items.push(this.read().value);
      if (!scanner.take(/,/y) && !scanner.peek(end)) throw scanner.unreadable('A comma is missing here.');
    }
    return items;
  }

  #map(): Literal {
    const scanner = this.#scanner;
    const map = new Map<string, Literal>();
    while (!scanner.take(/\}/y)) {
      if (scanner.take(/\.\.\.|\*\*/y)) {
        const more = this.read();
        if (!isMap(more.value)) throw scanner.unreadable('What is spread here is not an object.', more.start);
        for (const [name, value] of more.value) map.set(name, value);
      } else this.#member(map);
      if (!scanner.take(/,/y) && !scanner.peek(/\}/y)) throw scanner.unreadable('A comma is missing here.');
    }
    return map;
  }

  #member(map: Map<string, Literal>): void {
    const scanner = this.#scanner;
    const bare = this.#language === 'JavaScript' ? scanner.take(identifier)?.[0] : undefined;
    const name = bare ?? this.#text() ?? scanner.take(number)?.[0];
    if (name === undefined) throw scanner.unreadable('The name of a field is computed by the program.');
    if (bare !== undefined && scanner.peek(/[,}]/y)) {
      map.set(name, this.#variable(name, scanner.at - name.length));
      return;
    }
    scanner.expect(/:/y, 'A colon');
    map.set(name, this.read().value);
  }

  /** Python joins adjacent string literals. */
  #moreText(text: string): string {
    if (this.#language === 'JavaScript') return text;
    let all = text;
    for (let more = this.#text(); more !== null; more = this.#text()) all += more;
    return all;
  }

  #text(): string | null {
    return this.#language === 'Python' ? this.#pythonText() : this.#javaScriptText();
  }

  #javaScriptText(): string | null {
    const scanner = this.#scanner;
    const quoted = scanner.take(/'((?:[^'\\\n]|\\(?:\r\n|[^]))*)'|"((?:[^"\\\n]|\\(?:\r\n|[^]))*)"/y);
    if (quoted) return unescaped(quoted[1] ?? quoted[2] ?? '', 'JavaScript');
    const start = scanner.at;
    const template = scanner.take(/`((?:[^`\\]|\\[^])*)`/y);
    if (!template) return null;
    return this.#filledIn(template[1] ?? '', /\$\{\s*([A-Za-z_$][\w$]*)\s*\}|\$\{[^]*/g, start);
  }

  #pythonText(): string | null {
    const scanner = this.#scanner;
    scanner.skip();
    const start = scanner.at;
    const found = scanner.take(
      /([rRbBuUfF]{0,2})(?:"""((?:[^\\]|\\[^])*?)"""|'''((?:[^\\]|\\[^])*?)'''|"((?:[^"\\\n]|\\[^])*)"|'((?:[^'\\\n]|\\[^])*)')/y,
    );
    if (!found) return null;
    const [, prefix = ''] = found;
    const quoted: readonly (string | undefined)[] = found.slice(2);
    const inside = quoted.find((each) => each !== undefined) ?? '';
    if (/f/i.test(prefix)) return this.#filledIn(inside, /\{\{|\}\}|\{\s*([A-Za-z_]\w*)\s*\}|\{[^]*/g, start);
    return /r/i.test(prefix) ? inside : unescaped(inside, 'Python');
  }

  /** A text with names in it, each of which must have a text as its value. */
  #filledIn(inside: string, holes: RegExp, start: number): string {
    let text = '';
    let last = 0;
    for (const hole of inside.matchAll(holes)) {
      const [whole, name] = hole;
      text += unescaped(inside.slice(last, hole.index), this.#language);
      last = hole.index + whole.length;
      if (whole === '{{' || whole === '}}') text += whole.charAt(0);
      else if (name === undefined)
        throw this.#scanner.unreadable('A text has something in it that the program works out.', start);
      else {
        const value = this.#variable(name, start);
        text += textOf({ value, start, end: this.#scanner.at }, name);
        this.#weigh(text, start);
      }
    }
    return text + unescaped(inside.slice(last), this.#language);
  }

  #name(): Literal {
    const scanner = this.#scanner;
    scanner.skip();
    const start = scanner.at;
    const [path = ''] =
      scanner.take(/(?:await\s+|new\s+)?[A-Za-z_$][\w$]*(?:\s*\.\s*[A-Za-z_$][\w$]*)*/y) ?? [];
    const name = path.replace(/\s+/g, ' ').replace(/ ?\. ?/g, '.');
    if (name === '') throw scanner.unreadable('This is worked out by the program.');
    if (Object.hasOwn(named, name) && !scanner.peek(/\(/y)) return named[name] ?? null;
    if (scanner.take(/\(/y)) return scanner.inside(() => this.#called(name, start));
    if (scanner.peek(/\[/y) || name.includes('.') || name.includes(' '))
      throw scanner.unreadable(`${name.slice(0, 40)} is worked out by the program.`, start);
    return this.#variable(name, start);
  }

  #variable(name: string, start: number): Literal {
    const value = this.#variables.valueOf(name);
    if (value === undefined)
      throw this.#scanner.unreadable(`${name.slice(0, 40)} has no literal value in this text.`, start);
    return value;
  }

  /** A few functions behave the same in every environment. */
  #called(name: string, start: number): Literal {
    const scanner = this.#scanner;
    const make = functions[name];
    if (!make)
      throw scanner.unreadable(`${name.slice(0, 40)}(…) is worked out when the program runs.`, start);
    const args: Placed[] = [];
    while (!scanner.take(/\)/y)) {
      args.push(this.read());
      if (!scanner.take(/,/y) && !scanner.peek(/\)/y)) throw scanner.unreadable('A comma is missing here.');
    }
    const [first = { value: null, start, end: scanner.at }] = args;
    const made = make(first);
    const [method] = scanner.take(/\.\s*toString\s*\(\s*\)/y) ?? [];
    return method !== undefined && made instanceof FormText ? made.text : made;
  }
}

const form = (given: Placed): FormText => {
  const { value } = given;
  if (typeof value === 'string') return new FormText(value.replace(/^\?/, ''));
  return new FormText(value === null ? '' : encodeForm(pairsOf(given, 'The parameters')));
};

const functions: Readonly<Record<string, (given: Placed) => Literal>> = {
  'JSON.stringify': ({ value }) => JSON.stringify(plain(value)),
  'json.dumps': ({ value }) => pythonJson(value),
  'new URLSearchParams': form,
  urlencode: form,
  'urllib.parse.urlencode': form,
  'new Headers': ({ value }) => value,
  'new URL': (given) => textOf(given, 'The address'),
  encodeURIComponent: (given) => encodeURIComponent(textOf(given, 'What is encoded').toWellFormed()),
  dict: ({ value }) => value ?? new Map(),
  quote: (given) => encodeRfc3986(textOf(given, 'What is quoted')).replaceAll('%2F', '/'),
};

/** As `json.dumps` writes it: with spaces after commas and colons, in ASCII. */
export function pythonJson(value: Literal): string {
  const write = (each: Literal): string => {
    if (isArray(each)) return `[${each.map(write).join(', ')}]`;
    if (isMap(each))
      return `{${Array.from(each, ([name, one]) => `${write(name)}: ${write(one)}`).join(', ')}}`;
    return JSON.stringify(each instanceof FormText ? each.text : each);
  };
  return write(value).replace(
    /[\x7f-\uffff]/g,
    (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
