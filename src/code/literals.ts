/**
 * One writer of string literals for each language: the program that has the literal has exactly the text. What cannot be
 * seen in a listing (controls, directions of writing, unusual spaces) is written as an escape. Texts are well-formed.
 */
export type LiteralWriter = (text: string) => string;

/** Controls, formats, separators but the space, private use, not assigned. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|(?! )\p{Zs}/gu;

const hex = (point: number, digits: number): string => point.toString(16).padStart(digits, '0');
const pointOf = (character: string): number => character.codePointAt(0) ?? 0;

/** As UTF-16 has it: two escapes beyond the first plane. */
const units = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join('');

const named: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/** Between quotes: the backslash, the quote and what is special are escaped, and what cannot be seen. */
function quoted(text: string, quote: string, special: RegExp, escape: (character: string) => string): string {
  const inside = text
    .replace(special, String.raw`\$&`)
    .replace(unseen, (character) => named[character] ?? escape(character));
  return quote + inside + quote;
}

/** Single quotes, unless double ones save an escape. */
const eitherQuote = (text: string, escape: (character: string) => string): string =>
  text.includes("'") && !text.includes('"')
    ? quoted(text, '"', /[\\"]/g, escape)
    : quoted(text, "'", /[\\']/g, escape);

export const ecmascript: LiteralWriter = (text) => eitherQuote(text, units);

const asPython = (character: string): string => {
  const point = pointOf(character);
  return point < 0x100
    ? `\\x${hex(point, 2)}`
    : point > 0xffff
      ? `\\U${hex(point, 8)}`
      : `\\u${hex(point, 4)}`;
};
export const python: LiteralWriter = (text) => eitherQuote(text, asPython);

const asGo = (character: string): string => {
  const point = pointOf(character);
  return point > 0xffff ? `\\U${hex(point, 8)}` : `\\u${hex(point, 4)}`;
};
/** A raw literal where that saves escapes and takes none away. */
export const go: LiteralWriter = (text) =>
  /["\\]/.test(text) && !text.includes('`') && text.search(unseen) < 0
    ? `\`${text}\``
    : quoted(text, '"', /[\\"]/g, asGo);

const braced = (character: string): string => `\\u{${hex(pointOf(character), 1)}}`;

/** Between double quotes `#{`, `#$` and `#@` begin something else. */
export const ruby: LiteralWriter = (text) =>
  text.search(unseen) < 0 ? quoted(text, "'", /[\\']/g, braced) : quoted(text, '"', /[\\"#]/g, braced);

export const php: LiteralWriter = (text) =>
  text.search(unseen) < 0 ? quoted(text, "'", /[\\']/g, braced) : quoted(text, '"', /[\\"$]/g, braced);

const asJava = (character: string): string =>
  pointOf(character) < 0x80 ? `\\${pointOf(character).toString(8).padStart(3, '0')}` : units(character);

/** All but ASCII is escaped: a compiler may read a file as its system does. Controls are octal, as \u000a would end the line. */
export const java: LiteralWriter = (text) =>
  quoted(text, '"', /[\\"]/g, asJava).replace(/[^\x20-\x7e]/gu, units);

export const csharp: LiteralWriter = (text) => quoted(text, '"', /[\\"]/g, units);

/** As octets: what \u stands for depends on the locale. */
const asBash = (character: string): string =>
  Array.from(new TextEncoder().encode(character), (octet) => `\\x${hex(octet, 2)}`).join('');

/** bash cannot hold U+0000. */
export function bash(text: string): string {
  if (/^[\w%+,./:=@-]+$/.test(text)) return text;
  if (text.replaceAll('\n', '').search(unseen) < 0) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return `$${quoted(text, "'", /[\\']/g, asBash).replaceAll('!', '\\x21')}`;
}
