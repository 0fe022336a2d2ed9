/**
 * Writes string literals for each language, so that the program has exactly the given text. Characters that are
 * invisible in a listing (controls, directions of writing, unusual spaces) are written as escapes. Texts are
 * well-formed.
 */
export type LiteralWriter = (text: string) => string;

/** Controls, formats, private use, unassigned, and separators except the space. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]|(?! )\p{Zs}/gu;

const hex = (point: number, digits: number): string => point.toString(16).padStart(digits, '0');
const pointOf = (character: string): number => character.codePointAt(0) ?? 0;

/** As UTF-16 code units: two escapes beyond the first plane. */
const units = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join('');

const named: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/** For use between quotes: escapes the backslash, the quote, special characters and invisible ones. */
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
/** A raw literal if that saves escapes without losing any. */
export const go: LiteralWriter = (text) =>
  /["\\]/.test(text) && !text.includes('`') && text.search(unseen) < 0
    ? `\`${text}\``
    : quoted(text, '"', /[\\"]/g, asGo);

const braced = (character: string): string => `\\u{${hex(pointOf(character), 1)}}`;

/** Between double quotes `#{`, `#$` and `#@` start an interpolation. */
export const ruby: LiteralWriter = (text) =>
  text.search(unseen) < 0 ? quoted(text, "'", /[\\']/g, braced) : quoted(text, '"', /[\\"#]/g, braced);

export const php: LiteralWriter = (text) =>
  text.search(unseen) < 0 ? quoted(text, "'", /[\\']/g, braced) : quoted(text, '"', /[\\"$]/g, braced);

const asJava = (character: string): string =>
  pointOf(character) < 0x80 ? `\\${pointOf(character).toString(8).padStart(3, '0')}` : units(character);

/**
 * Escapes everything but ASCII, since a compiler may read a file in the system's encoding. Controls are octal, because
 * \u000a would end the line.
 */
export const java: LiteralWriter = (text) =>
  quoted(text, '"', /[\\"]/g, asJava).replace(/[^\x20-\x7e]/gu, units);

export const csharp: LiteralWriter = (text) => quoted(text, '"', /[\\"]/g, units);

/** As octets, because the meaning of \u depends on the locale. */
const asBash = (character: string): string =>
  Array.from(new TextEncoder().encode(character), (octet) => `\\x${hex(octet, 2)}`).join('');

/** bash cannot hold U+0000. */
export function bash(text: string): string {
  if (/^[\w%+,./:=@-]+$/.test(text)) return text;
  if (text.replaceAll('\n', '').search(unseen) < 0) return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  return `$${quoted(text, "'", /[\\']/g, asBash).replaceAll('!', '\\x21')}`;
}
