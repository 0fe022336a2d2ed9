import { argumentsOf, escapeQuotes, quoteArgument } from './crt.ts';
import { anotherBegins, matchAt, onlyParts } from './ends.ts';
import { Unreadable } from './types.ts';
import type { Line, Word } from './types.ts';
import { Words } from './words.ts';

/**
 * Windows PowerShell 5.1 passes the quotes inside an argument to a program unescaped, PowerShell 7.3 escapes them. This
 * setting makes later versions behave like 5.1, so one command serves both.
 */
const asBefore = "$PSNativeCommandArgumentPassing = 'Legacy'";
const opening = /\s*& *\{\s*\$PSNativeCommandArgumentPassing\s*=\s*['"]?Legacy['"]?\s*[;\n]\s*/iy;

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** PowerShell treats typographic quotes as straight ones. */
const single = `['‘’‚‛]`;
const double = `["“”„]`;
const rules: readonly (readonly [RegExp, (match: RegExpExecArray, at: number) => string])[] = [
  [/@'[^\S\n]*\r?\n([^]*?)\r?\n'@/y, ([, text = '']) => text],
  [/@"[^\S\n]*\r?\n([^]*?)\r?\n"@/y, ([, text = ''], at) => expanded(text, at + 2)],
  [
    new RegExp(`${single}((?:[^'‘’‚‛]|${single}${single})*)${single}`, 'y'),
    ([, text = '']) => text.replace(new RegExp(`${single}(${single})`, 'g'), '$1'),
  ],
  [
    new RegExp(`${double}((?:[^"“”„\`]|\`[^]|${double}${double})*)${double}`, 'y'),
    ([, text = ''], at) => expanded(text.replace(new RegExp(`${double}(${double})`, 'g'), '`$1'), at + 1),
  ],
  [/`([^])/y, ([, letter = '']) => escapes[letter] ?? letter],
  [/\$(?![\w{(?^$:])/y, ([text]) => text],
  [/[^\s'"‘’‚‛“”„`;&|<>(){}$]+/y, ([text]) => text],
];

/** Splits the first command as PowerShell does, into the arguments that curl.exe receives. */
export function readPowerShell(text: string, from: number): Line {
  const prefix = matchAt(opening, text, from);
  const { words, end } = typedWords(text, from + (prefix?.[0].length ?? 0), prefix !== null);
  const isLegacy = prefix !== null || words.some(({ text: each }) => /\\"/.test(each));
  return { words: isLegacy ? words.flatMap(passed) : words, end };
}

function typedWords(text: string, from: number, inBlock: boolean): Line {
  const found = new Words();
  let at = from;
  while (at < text.length) {
    const gap = matchAt(/(?:[^\S\n]|`\r?\n)+/y, text, at);
    if (gap) {
      found.close(at);
      at += gap[0].length;
    } else if (text[at] === '\n' || onlyParts(text, at)) {
      found.close(at);
      if (text[at] !== '\n' || anotherBegins(text, at)) return { words: found.words, end: at + 1 };
      at++;
    } else if (inBlock && text[at] === '}') {
      found.close(at);
      return { words: found.words, end: at + 1 };
    } else if (!found.isOpen && /^--%\s/.test(text.slice(at, at + 4))) {
      const end = text.slice(at).search(/\n|$/) + at;
      return { words: [...found.words, ...verbatim(text.slice(at + 3, end), at + 3)], end };
    } else {
      const [added, length] = stepOf(text, at);
      found.add(added, at);
      at += length;
    }
  }
  found.close(at);
  return { words: found.words, end: at };
}

/** After `--%` PowerShell changes nothing. */
const verbatim = (line: string, offset: number): Word[] =>
  argumentsOf(line.trimEnd()).map(({ text, start, end }) => ({
    text,
    start: start + offset,
    end: end + offset,
  }));

/** The effect on an argument whose quotes are not escaped: the program treats them as its own. */
const passed = ({ text, start, end }: Word): Word[] =>
  argumentsOf(asPassed(text)).map((each) => ({ text: each.text, start, end }));

/** Adds quotes if there is white space outside quotes, as both PowerShell versions count them. */
function asPassed(text: string): string {
  let quotes = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '"' && text[at - 1] !== '\\') quotes++;
    else if (/\s/.test(text.charAt(at)) && quotes % 2 === 0) return `"${text.replace(/\\+$/, '$&$&')}"`;
  }
  return text;
}

function stepOf(text: string, at: number): [added: string, length: number] {
  for (const [pattern, take] of rules) {
    const match = matchAt(pattern, text, at);
    if (match) return [take(match, at), match[0].length];
  }
  throw refusal(text, at);
}

function expanded(inside: string, at: number): string {
  const live = /(?<!`)(?:``)*\$[\w{(:]/.exec(inside);
  if (live) throw variable(inside.slice(live.index).replace(/^`*/, ''), at + live.index);
  return inside.replace(
    /`u\{([0-9A-Fa-f]{1,6})\}|`([^])/g,
    (_, point: string | undefined, letter: string) => {
      if (point === undefined) return escapes[letter] ?? letter;
      const code = Number.parseInt(point, 16);
      return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
    },
  );
}

const variable = (text: string, at: number): Unreadable =>
  new Unreadable(
    `${/^\$\{?[\w:]*\}?/.exec(text)?.[0] ?? '$'} is worked out by the shell: its value is not in the command.`,
    at,
  );

function refusal(text: string, at: number): Unreadable {
  const character = text.charAt(at);
  if (/['"‘’‚‛“”„]/.test(character))
    return new Unreadable(`The quote ${character} that opens is not closed.`, at);
  if (character === '$') return variable(text.slice(at), at);
  return new Unreadable(
    `There is a ${character} outside of quotes, which only PowerShell can carry out.`,
    at,
  );
}

/** Lines of words as one command, for both PowerShell 5.1 and 7. */
export function writePowerShell(lines: readonly string[][]): string {
  const isPlain = lines.flat().every((word) => word !== '' && !/["\\]/.test(word));
  const written = lines.map((words) => words.map((word) => quotePowerShell(word)).join(' ')).join(' `\n  ');
  return isPlain ? written : `& { ${asBefore}; ${written} }`;
}

function quotePowerShell(word: string): string {
  if (/^(?:--?[A-Za-z][\w-]*|https?:[\w./:=+%-]+|[A-Za-z][\w.]*)$/.test(word)) return word;
  const isSafe = word !== '' && !word.endsWith('\\');
  const argument = isSafe ? escapeQuotes(word) : quoteArgument(word);
  return `'${argument.replace(/['‘’‚‛]/g, '$&$&')}'`;
}
