import { anotherBegins, matchAt, onlyParts } from './ends.ts';
import { Unreadable } from './types.ts';
import type { Line } from './types.ts';
import { Words } from './words.ts';

const escapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '?': '?',
};

/** One token at the sticky position, and its contribution to the word. */
const rules: readonly (readonly [RegExp, (match: RegExpExecArray, at: number) => string])[] = [
  [/\$'((?:[^'\\]|\\[^])*)'/y, ([, text = '']) => ansi(text)],
  [/'([^']*)'/y, ([, text = '']) => text],
  [/\$?"((?:[^"\\]|\\[^])*)"/y, ([, text = ''], at) => doubleQuoted(text, at)],
  [/\\([^])/y, ([, character = '']) => character],
  [/\$(?![\w{(@*#?!$-])/y, ([text]) => text],
  [/[^\s'"\\;&|<>()`$]+/y, ([text]) => text],
];

/** Splits the first command as bash does. Refuses what only a shell could do. */
export function readBash(text: string, from: number): Line {
  const found = new Words();
  let at = from;
  while (at < text.length) {
    const gap = matchAt(/(?:[^\S\n]|\\\r?\n)+/y, text, at);
    // White space ends a word; a continued line does not.
    if (gap) {
      if (/^(?:\\\r?\n)+$/.test(gap[0])) at += gap[0].length;
      else {
        found.close(at);
        at += gap[0].length;
      }
      continue;
    }
    if (text[at] === '\n' || onlyParts(text, at)) {
      found.close(at);
      if (text[at] !== '\n' || anotherBegins(text, at)) return { words: found.words, end: at + 1 };
      at++;
      continue;
    }
    const [added, length] = stepOf(text, at);
    found.add(added, at);
    at += length;
  }
  found.close(at);
  return { words: found.words, end: at };
}

function stepOf(text: string, at: number): [added: string, length: number] {
  for (const [pattern, take] of rules) {
    const match = matchAt(pattern, text, at);
    if (match) return [take(match, at), match[0].length];
  }
  throw refusal(text, at);
}

function doubleQuoted(inside: string, at: number): string {
  const live = /(?<!\\)(?:\\\\)*(?:\$[A-Za-z_{(0-9]|`)/.exec(inside);
  if (live) throw variable(inside.slice(live.index).replace(/^\\*/, ''), at + 1 + live.index);
  return inside.replace(/\\\r?\n/g, '').replace(/\\([\\"$`])/g, '$1');
}

const variable = (text: string, at: number): Unreadable =>
  new Unreadable(
    `${/^(?:\$\{\w*\}?|\$\w*|.)/.exec(text)?.[0] ?? ''} is worked out by the shell: its value is not in the command.`,
    at,
  );

function refusal(text: string, at: number): Unreadable {
  const character = text.charAt(at);
  if (character === "'" || character === '"')
    return new Unreadable(`The quote ${character} that opens is not closed.`, at);
  if (character === '$') return variable(text.slice(at), at);
  if (character === '&')
    return new Unreadable(
      'There is an & outside of quotes: a shell ends the command there, so put the address in quotes.',
      at,
    );
  return new Unreadable(`There is a ${character} outside of quotes, which only a shell can carry out.`, at);
}

/** The content of `$'…'`. Escapes of octets are octets: together they are UTF-8. */
function ansi(text: string): string {
  const unescaped = text.replace(
    /((?:\\x[0-9A-Fa-f]{1,2}|\\[0-7]{1,3})+)|\\u([0-9A-Fa-f]{1,4})|\\U([0-9A-Fa-f]{1,8})|\\([^])/g,
    (_, octets: string | undefined, short: string | undefined, long: string | undefined, letter: string) => {
      if (octets !== undefined) return fromOctets(octets);
      const point = short ?? long;
      if (point === undefined) return escapes[letter] ?? `\\${letter}`;
      const code = Number.parseInt(point, 16);
      return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
    },
  );
  return unescaped;
}

const fromOctets = (written: string): string =>
  new TextDecoder().decode(
    Uint8Array.from(written.match(/\\x[0-9A-Fa-f]{1,2}|\\[0-7]{1,3}/g) ?? [], (each) =>
      each[1] === 'x' ? Number.parseInt(each.slice(2), 16) : Number.parseInt(each.slice(1), 8),
    ),
  );

/**
 * A word that bash reads back unchanged. Control characters are written as escapes, because a terminal acts on them.
 */
export function quoteBash(word: string): string {
  if (/^[\w%+,./:=@-]+$/.test(word)) return word;
  if (!controls.test(word)) return `'${word.replaceAll("'", String.raw`'\''`)}'`;
  return `$'${word.replace(/[\\']/g, '\\$&').replace(/!/g, '\\x21').replace(allControls, hex)}'`;
}

const controls = /[^\P{Cc}\n]/u;
const allControls = /\p{Cc}/gu;
const hex = (character: string): string => {
  const code = character.charCodeAt(0);
  return code < 0x80
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
};
