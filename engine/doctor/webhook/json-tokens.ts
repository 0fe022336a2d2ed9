/** Serializes JSON again from its tokens: spacing and escapes change, order and numbers stay. */

export interface Writing {
  /** A comma and what follows it. `colon` likewise. */
  readonly comma: string;
  readonly colon: string;
  /** One level of indentation; if absent, everything is on one line. */
  readonly indent?: string;
  /** Writes a string with this value. */
  readonly string: (value: string) => string;
  /** Writes true, false and null. */
  readonly literal?: (written: string) => string;
}

const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/g;

/** The tokens of a text that is JSON. */
export const tokensOf = (json: string): string[] => json.match(token) ?? [];

export function written(
  tokens: readonly string[],
  { comma, colon, indent, string, literal }: Writing,
): string {
  let text = '';
  let depth = 0;
  const line = (): string => (indent === undefined ? '' : `\n${indent.repeat(depth)}`);
  for (const [index, each] of tokens.entries()) {
    const first = each.charAt(0);
    if (first === '{' || first === '[') {
      depth++;
      text += each + (/^[}\]]/.test(tokens[index + 1] ?? '') ? '' : line());
    } else if (first === '}' || first === ']') {
      depth--;
      text += (/^[{[]/.test(tokens[index - 1] ?? '') ? '' : line()) + each;
    } else if (first === ',') text += indent === undefined ? comma : `,${line()}`;
    else if (first === ':') text += colon;
    else if (first === '"') text += string(String(JSON.parse(each)));
    else text += literal && /^[a-z]/.test(each) ? literal(each) : each;
  }
  return text;
}

const unit = (digits: (code: number) => string) => (character: string) =>
  Array.from({ length: character.length }, (_, at) => `\\u${digits(character.charCodeAt(at))}`).join('');

const lower = unit((code) => code.toString(16).padStart(4, '0'));
const upper = unit((code) => code.toString(16).toUpperCase().padStart(4, '0'));

/** How libraries write a string. */
export const strings = {
  plain: (value: string) => JSON.stringify(value),
  ascii: (value: string) => JSON.stringify(value).replace(/[\x7f-\uffff]/g, lower),
  asciiUpper: (value: string) => JSON.stringify(value).replace(/[\x7f-\uffff]/g, upper),
  php: (value: string) => strings.ascii(value).replaceAll('/', '\\/'),
  slashes: (value: string) => JSON.stringify(value).replaceAll('/', '\\/'),
  html: (value: string) => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, lower),
  gson: (value: string) => JSON.stringify(value).replace(/[<>&='\u2028\u2029]/g, lower),
  python: (value: string) =>
    value.includes("'") && !value.includes('"')
      ? `"${value.replaceAll('\\', '\\\\')}"`
      : `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`,
} as const;
