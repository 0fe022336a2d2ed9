/**
 * How a Windows program splits its command line: the rules of the Microsoft C runtime, which curl.exe is linked with.
 * Backslashes count only before a quote, and "" inside quotes is one quote.
 */

export interface Argument {
  readonly text: string;
  /** Indices into the command line. */
  readonly start: number;
  readonly end: number;
}

export function argumentsOf(line: string): Argument[] {
  const found: Argument[] = [];
  let at = 0;
  while (at < line.length) {
    if (line[at] === ' ' || line[at] === '\t') {
      at++;
      continue;
    }
    const start = at;
    let text = '';
    let quoted = false;
    while (at < line.length && (quoted || (line[at] !== ' ' && line[at] !== '\t'))) {
      const [, slashes = '', quote] = /^(\\*)("?)/.exec(line.slice(at, at + lookAhead(line, at))) ?? [];
      if (!quote) {
        text += slashes || line.charAt(at);
        at += slashes.length || 1;
        continue;
      }
      text += slashes.slice(0, slashes.length >> 1);
      at += slashes.length + 1;
      if (slashes.length % 2 === 1) text += '"';
      else if (quoted && line[at] === '"') {
        text += '"';
        at++;
      } else quoted = !quoted;
    }
    found.push({ text, start, end: at });
  }
  return found;
}

function lookAhead(line: string, at: number): number {
  let end = at;
  while (line[end] === '\\') end++;
  return end - at + 1;
}

/** An argument between quotes, for any text. */
export const quoteArgument = (text: string): string => `"${escapeQuotes(text).replace(/\\+$/, '$&$&')}"`;

/** Without quotes around it. */
export const escapeQuotes = (text: string): string => text.replace(/(\\*)"/g, '$1$1\\"');
